// Becoming a producer: a member asks with documents, an administrator opens the email's link and
// decides.
import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { allAtHome, allThere, visit } from './pages.ts';
import { cpf, createAccount, makeAdmin, openInbox, register } from './people.ts';

const picture = (hue: number) =>
  sharp({ create: { width: 320, height: 240, channels: 3, background: { r: hue, g: 90, b: 140 } } })
    .jpeg()
    .toBuffer();

const fillIn = async (page: Page): Promise<void> => {
  const next = page.getByRole('button', { name: 'Continuar' });
  await page.locator('[name=fullName]').fill('Aurora Boreal da Silva');
  await page.locator('[name=birthDate]').fill('2015-01-01');
  await page.locator('[name=document]').fill(cpf(Date.now()));
  await page.locator('[name=celphone]').fill('11987654321');
  await next.click();
  await expect(page.getByText('É preciso ter 18 anos ou mais.')).toBeVisible();
  await page.locator('[name=birthDate]').fill('1996-03-14');
  await next.click();
  await page.locator('[name=zip]').fill('01310-930');
  await page.locator('[name=stateCode]').selectOption('SP');
  await page.locator('[name=city]').selectOption('São Paulo');
  await page.locator('[name=county]').fill('Bela Vista');
  await page.locator('[name=street]').fill('Avenida Paulista');
  await next.click();
  for (const [index, name] of [
    'Frente do documento',
    'Verso do documento',
    'Selfie segurando o documento',
  ].entries()) {
    await page.getByLabel(name).setInputFiles({
      name: 'foto.jpg',
      mimeType: 'image/jpeg',
      buffer: await picture(60 + index * 60),
    });
  }
  await expect(page.getByText('Enviada')).toHaveCount(3);
  await next.click();
  await page.getByLabel('Li e aceito o contrato de criador.').check();
  await page.getByRole('button', { name: 'Enviar pedido' }).click();
};

/** Pages that stay open while a request waits; the studio is closed. */
const OPEN_WHILE_WAITING = [
  '/settings/change-password',
  '/help',
  '/account/confirm',
  '/account/age',
  '/wallet',
  '/settings/subscriptions',
  '/irisveludo',
  '/account/terms',
  '/account/contract',
  '/account/request',
  '/settings/sessions',
  '/settings/data',
  '/account/remove',
];
const CLOSED_WHILE_WAITING = ['/earnings', '/bank', '/posts', '/options'];

test('a member requests to become a producer, and an administrator approves by the link in the email', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(180_000);
  const context = async () => (await browser.newContext(baseURL ? { baseURL } : {})).newPage();
  const name = `aurora${Date.now() % 1_000_000}`;
  const chief = `chefe${Date.now() % 1_000_000}`;
  const admin = await context();
  await createAccount(admin.context(), chief);
  makeAdmin(chief);

  await register(page, name, '/account/request');
  await fillIn(page);
  await expect(page.getByRole('heading', { name: 'Seu pedido está em análise' })).toBeVisible({
    timeout: 20_000,
  });
  // As wide as the posts below it, not as the page.
  const card = page.locator('section').filter({ hasText: 'Seu pedido está em análise' });
  expect((await card.boundingBox())?.width).toBeLessThanOrEqual(614);
  await page.goto('/posts');
  await expect(page).toHaveURL(/\/$/);

  const link = await test.step('the email with the link', async () => {
    const inbox = await context();
    const found = inbox
      .locator(`article:has-text("${chief}@example.com") a[href*="/dsb/producer/"]`)
      .first();
    await expect(async () => {
      await openInbox(inbox);
      await expect(found).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 20_000 });
    return found.getAttribute('href');
  });
  const path = new URL(link ?? '').pathname;
  await page.goto(path);
  await expect(page.getByText('Esta página não foi encontrada')).toBeVisible();
  await expect(async () => {
    await admin.goto(path);
    await expect(admin.getByText('Aurora Boreal da Silva')).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  await admin.waitForSelector('html[data-ready]');
  await admin.getByRole('button', { name: 'Mostrar: Selfie' }).click();
  await expect
    .poll(() =>
      admin
        .getByRole('img', { name: 'Selfie' })
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBe(320);
  await expect(admin.getByRole('button', { name: 'Aprovar' })).toBeDisabled();
  for (const name of ['Frente do documento', 'Verso do documento'])
    await admin.getByRole('button', { name: `Mostrar: ${name}` }).click();
  await admin.getByRole('button', { name: 'Aprovar' }).click();
  await expect(admin).toHaveURL(/\/dsb\/verifications\?kind=producer$/);

  await expect(async () => {
    await page.goto('/account/request');
    await expect(page.getByRole('heading', { name: 'Você já é criador' })).toBeVisible({
      timeout: 2_000,
    });
  }).toPass({ timeout: 30_000 });
});

test(
  'the studio is closed and the pages of every member are open while the request waits',
  { tag: '@slow' },
  async ({ page }) => {
    await register(page, `espera${Date.now() % 1_000_000}`, '/account/request');
    await fillIn(page);
    await expect(page.getByRole('heading', { name: 'Seu pedido está em análise' })).toBeVisible({
      timeout: 20_000,
    });
    expect(await visit(page, CLOSED_WHILE_WAITING)).toEqual(allAtHome(CLOSED_WHILE_WAITING));
    expect(await visit(page, OPEN_WHILE_WAITING)).toEqual(allThere(OPEN_WHILE_WAITING));
  },
);
