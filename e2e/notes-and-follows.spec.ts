// What members keep for themselves: a note about a profile, whom they follow; and a producer's welcome message.
import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { enterSite, logIn, open, register } from './people.ts';

/** The button changes before the server knows: what is looked at next must not come first. */
const pressAndSettle = async (page: Page, name: RegExp | string): Promise<void> => {
  const told = page.waitForResponse((response) => response.url().endsWith('/follow') && response.ok());
  await page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) }).first().click();
  await told;
};

const photo = () => sharp({ create: { width: 640, height: 480, channels: 3, background: { r: 40, g: 160, b: 200 } } }).jpeg().toBuffer();

test('a member follows, writes a note, finds it again and deletes it', async ({ page }) => {
  test.setTimeout(120_000);
  await enterSite(page);
  await register(page, `nota${Date.now() % 1_000_000}`);
  await open(page, '/irisveludo');
  await page.getByRole('button', { name: 'Seguir', exact: true }).first().click();
  await page.getByRole('button', { name: /^Mais ações/ }).click();
  await page.getByRole('menuitem', { name: 'Anotação privada' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Anotação sobre/ });
  await dialog.getByLabel('Sua anotação').fill('Luz bonita às terças');
  await dialog.getByRole('button', { name: 'Salvar anotação' }).click();
  await expect(page.getByRole('status').getByText('Anotação salva.')).toBeVisible();

  await open(page, '/settings/notes');
  await page.getByRole('searchbox').fill('TERCAS');
  await expect(page.getByText('Luz bonita às terças')).toBeVisible();
  await page.getByRole('searchbox').fill('quartas');
  await expect(page.getByText('Nada encontrado')).toBeVisible();
  await page.getByRole('searchbox').fill('');
  await page.getByRole('button', { name: /^Editar a anotação/ }).click();
  await dialog.getByRole('button', { name: 'Apagar' }).click();
  await expect(page.getByText('Nenhuma anotação ainda')).toBeVisible();

  await open(page, '/settings/follows');
  await pressAndSettle(page, /^Deixar de seguir/);
  await expect(page.getByRole('button', { name: /^Seguir / })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Você ainda não segue ninguém.')).toBeVisible();
});

test('a producer writes the message that welcomes, with a picture, sees it as others will, and deletes it', async ({ page, browser, baseURL }) => {
  test.setTimeout(120_000);
  const follower = await (await browser.newContext(baseURL ? { baseURL } : {})).newPage();
  await enterSite(follower);
  await register(follower, `segue${Date.now() % 1_000_000}`);
  await open(follower, '/irisveludo');
  await pressAndSettle(follower, 'Seguir');
  await follower.context().close();

  await enterSite(page);
  await logIn(page, 'irisveludo');
  await open(page, '/settings/follows?tab=followers');
  await expect(page.getByRole('article').first()).toBeVisible();

  await open(page, '/options');
  const comments = page.getByRole('checkbox', { name: 'Aceitar comentários nos meus posts' });
  await comments.uncheck();
  await page.reload();
  await expect(comments).not.toBeChecked();
  await comments.check();

  await page.getByLabel('Mensagem', { exact: true }).fill('Que bom ter você aqui.');
  await page.getByLabel('Adicionar fotos').setInputFiles({ name: 'oi.jpg', mimeType: 'image/jpeg', buffer: await photo() });
  await page.getByRole('button', { name: 'Salvar mensagem' }).click();
  const preview = page.getByRole('figure', { name: 'Assim ela vai aparecer:' });
  await expect(preview.getByText('Que bom ter você aqui.')).toBeVisible();
  await expect(preview.getByRole('img', { name: 'Foto 1' })).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Excluir mensagem' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir mensagem' }).click();
  await expect(preview).toHaveCount(0);
});
