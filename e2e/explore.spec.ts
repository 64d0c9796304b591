// A visitor finds a producer: by filters and an order of Explore, and by the search of the header.
import { expect, test } from '@playwright/test';
import { createAccount, enterSite } from './people.ts';

test('a visitor filters and orders Explore, and reaches a profile by typing', async ({ page }) => {
  await enterSite(page, '/?explore');
  const filters = page.getByRole('navigation', { name: 'Filtros' });
  const tiles = page.locator('main ul').last().getByRole('link');

  await test.step('those who are free come without those who have a plan', async () => {
    await filters.getByRole('link', { name: 'Grátis' }).click();
    await expect(page).toHaveURL(/free=1/);
    await expect(tiles.filter({ hasText: '@theolume' })).toBeVisible();
    await expect(tiles.filter({ hasText: '@irisveludo' })).toHaveCount(0);
  });

  await test.step('the newest first, and the filter stays', async () => {
    await page
      .getByRole('navigation', { name: 'Ordem' })
      .getByRole('link', { name: 'Recém-chegados' })
      .click();
    await expect(page).toHaveURL(/sort=new.*free=1/);
    // Creators of other journeys may be newer.
    await expect(tiles.filter({ hasText: '@theolume' })).toBeVisible();
  });

  await test.step('the search of the header suggests while one types, and keys choose', async () => {
    await page.goto('/');
    const field = page.getByRole('banner').getByPlaceholder('Pessoas, #tags ou palavras');
    await field.focus();
    await expect(field).toHaveRole('combobox');
    await page.keyboard.type('dali');
    await expect(page.getByRole('option', { name: /Dália Norte/ })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/dalianorte$/);
    await expect(page.getByRole('heading', { level: 1, name: /Dália Norte/ })).toBeVisible();
  });
});

test('the empty feed of a new member comes with suggestions, before any script runs', async ({
  context,
}) => {
  await createAccount(context, `marcela${Date.now() % 1_000_000}`);
  const html = await (await context.request.get('/')).text();
  // Six tiles: with newer creators of other journeys, not all of the demo have one.
  const [, newcomers = ''] = html.split('Recém-chegados');
  expect([...newcomers.matchAll(/<li[^]*?<\/li>/g)].length).toBeGreaterThanOrEqual(5);
  expect(newcomers).toMatch(/href="\/(dalianorte|theolume|caioambar|liasolar|irisveludo)"/);
});
