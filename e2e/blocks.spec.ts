// Blocking: a profile until it is unblocked, and all people in a blocked place.
import { type Browser, expect, type Page, test } from '@playwright/test';
import { call, createAccount, DEMO_PASSWORD, enterSite, logIn, open, register } from './people.ts';

const PRODUCER = 'irisveludo';

const newPage = async (browser: Browser, baseURL: string | undefined): Promise<Page> =>
  (await browser.newContext(baseURL ? { baseURL } : {})).newPage();

test('a member blocks a profile by keyboard, no longer finds it, and unblocks it', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await register(page, `bloqueia${Date.now() % 1_000_000}`, `/${PRODUCER}`);
  const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  await page.getByRole('button', { name: /^Mais ações/ }).press('Enter');
  await page.getByRole('menuitem', { name: 'Bloquear' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: `Bloquear ${name}?` });
  const confirm = dialog.getByRole('button', { name: 'Bloquear perfil' });
  await expect(confirm).toBeDisabled();
  await dialog.getByRole('checkbox').press('Space');
  await confirm.press('Enter');
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('status').getByText(`Você bloqueou ${name}.`)).toBeVisible();

  await page.goto(`/${PRODUCER}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('O perfil está bloqueado.');
  await open(page, '/?explore=');
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
  await expect(page.locator(`main a[href="/${PRODUCER}"]`)).toHaveCount(0);

  await open(page, '/settings/blocked-profiles');
  await page.getByRole('button', { name: `Desbloquear ${name}` }).click();
  await expect(page.getByText('Você não bloqueou ninguém')).toBeVisible();
  await open(page, `/${PRODUCER}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
});

test(
  'a producer who blocks a city is hidden from people there and visible to others',
  { tag: '@slow' },
  async ({ browser, page: resident, baseURL }) => {
    test.setTimeout(180_000);
    await createAccount(resident.context(), `acreana${Date.now() % 1_000_000}`);
    // The state's name without its accent is the same place: the address is kept as people write
    // it.
    await call(resident.context(), 'PUT', '/profiles', {
      country: 'BR',
      zip: '69980-000',
      stateCode: 'AC',
      state: 'Acre',
      city: 'Cruzeiro do Sul',
      county: 'Centro',
      street: 'Rua Rio',
      number: '1',
      addressLineOne: '',
    });

    const producer = await newPage(browser, baseURL);
    await logIn(producer, PRODUCER, DEMO_PASSWORD, '/settings/geoblocking');
    await producer.locator('[name=state]').selectOption('AC');
    await producer.locator('[name=city]').selectOption('Cruzeiro do Sul');
    await producer.getByRole('button', { name: 'Bloquear lugar' }).click();
    await expect(
      producer.getByRole('status').getByText('Bloqueado: Cruzeiro do Sul (AC).'),
    ).toBeVisible();

    // A session remembers where its person lives for a few seconds.
    const profileStatus = async () =>
      (await resident.request.get(`/${PRODUCER}`, { maxRedirects: 0 })).status();
    await expect.poll(profileStatus, { timeout: 20_000 }).toBe(404);
    await resident.goto(`/${PRODUCER}`);
    await expect(resident.getByRole('heading', { level: 1 })).toHaveText('Perfil não localizado.');
    await open(resident, '/?explore=');
    await expect(resident.locator(`main a[href="/${PRODUCER}"]`)).toHaveCount(0);

    const visitor = await newPage(browser, baseURL);
    await enterSite(visitor, `/${PRODUCER}`);
    await expect(visitor.getByRole('heading', { level: 1 })).not.toHaveText(
      'Perfil não localizado.',
    );

    await producer.getByRole('button', { name: 'Liberar Cruzeiro do Sul (AC)' }).click();
    await expect(producer.getByText('Nenhum lugar bloqueado')).toBeVisible();
    await expect.poll(profileStatus, { timeout: 20_000 }).toBe(200);
    for (const page of [producer, visitor]) await page.context().close();
  },
);
