// Notes about a profile, the list of followed profiles, and the settings of a producer's page.
import { expect, type Page, test } from '@playwright/test';
import { DEMO_PASSWORD, logIn, open, register } from './people.ts';

/** The button changes before the reply: waits for it, so that later reads see the change. */
const pressAndSettle = async (page: Page, name: RegExp | string): Promise<void> => {
  const reply = page.waitForResponse(
    (response) => response.url().endsWith('/follow') && response.ok(),
  );
  await page
    .getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) })
    .first()
    .click();
  await reply;
};

test(
  'a member follows, writes a note, finds it again and deletes it',
  { tag: '@slow' },
  async ({ page }) => {
    await register(page, `nota${Date.now() % 1_000_000}`, '/irisveludo');
    await page.getByRole('button', { name: 'Seguir', exact: true }).first().click();
    await page.getByRole('button', { name: /^Mais ações/ }).click();
    await page.getByRole('menuitem', { name: 'Anotação privada' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: /^Anotação sobre/ });
    await dialog.getByLabel('Sua anotação').fill('Luz bonita às terças');
    await dialog.getByRole('button', { name: 'Salvar anotação' }).click();
    await expect(page.getByRole('status').getByText('Anotação salva.')).toBeVisible();

    await open(page, '/settings/notes');
    await page.getByRole('main').getByRole('searchbox').fill('TERCAS');
    await expect(page.getByText('Luz bonita às terças')).toBeVisible();
    await page.getByRole('main').getByRole('searchbox').fill('quartas');
    await expect(page.getByText('Nada encontrado')).toBeVisible();
    await page.getByRole('main').getByRole('searchbox').fill('');
    await page.getByRole('button', { name: /^Editar a anotação/ }).click();
    await dialog.getByRole('button', { name: 'Apagar' }).click();
    await expect(page.getByText('Nenhuma anotação ainda')).toBeVisible();

    await open(page, '/settings/follows');
    await pressAndSettle(page, /deixar de seguir/);
    await expect(page.getByRole('button', { name: /^Seguir / })).toBeVisible();
    await page.reload();
    await expect(page.getByText('Você ainda não segue ninguém.')).toBeVisible();
  },
);

test(
  'a producer lists followers and switches comments off and on',
  { tag: '@slow' },
  async ({ page, browser, baseURL }) => {
    // No journey that runs beside this one comments on the posts of this producer.
    const producer = 'dalianorte';
    const follower = await (await browser.newContext(baseURL ? { baseURL } : {})).newPage();
    await register(follower, `segue${Date.now() % 1_000_000}`, `/${producer}`);
    await pressAndSettle(follower, 'Seguir');
    await follower.context().close();

    await logIn(page, producer, DEMO_PASSWORD, '/settings/follows?tab=followers');
    await expect(page.getByRole('article').first()).toBeVisible();

    await open(page, '/options');
    const comments = page.getByRole('checkbox', { name: 'Aceitar comentários nos meus posts' });
    const saved = () =>
      page.waitForResponse(
        (response) =>
          response.url().endsWith('/api/profiles') && response.request().method() === 'PUT',
      );
    // A reload would cancel the call that saves.
    // The box shows the new state a moment after the press.
    await Promise.all([saved(), comments.click()]);
    await expect(comments).not.toBeChecked();
    await page.reload();
    await expect(comments).not.toBeChecked();
    await Promise.all([saved(), comments.click()]);
    await expect(comments).toBeChecked();

    await expect(page.getByRole('button', { name: 'Salvar mensagem' })).toBeVisible();
  },
);
