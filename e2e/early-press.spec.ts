// A press that comes before the page answers is not lost, and is not made twice.
import { expect, type Page, test } from '@playwright/test';
import { logIn, open, type Stored, storedBy, walletButton } from './people.ts';

let member: Stored;
test.beforeAll(async ({ browser, baseURL }) => {
  member = await storedBy(browser, baseURL, (page) => logIn(page, 'davi'));
});
test.use({ storageState: ({ browserName: _name }, use) => use(member) });

/** Scripts whose names match wait until the answer is called. */
const holdBack = async (page: Page, scripts: string): Promise<() => void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(scripts, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
};

test('before any of the app has come', async ({ page }) => {
  const release = await holdBack(page, '**/assets/*.js');
  await page.goto('/irisveludo', { waitUntil: 'commit' });
  await expect
    .poll(() =>
      page.evaluate(
        () => performance.getEntriesByName(new URL('/early.js', location.href).href).length,
      ),
    )
    .toBe(1);
  await walletButton(page).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  release();
  await expect(page.getByRole('dialog', { name: 'Adicionar saldo' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.waitForTimeout(500);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('while only the members’ part of the header is missing', async ({ page }) => {
  const release = await holdBack(page, '**/assets/MemberActions-*.js');
  await page.goto('/irisveludo', { waitUntil: 'commit' });
  await page.waitForSelector('html[data-ready]');
  await walletButton(page).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  release();
  await expect(page.getByRole('dialog', { name: 'Adicionar saldo' })).toBeVisible();
});

test('the menu’s button, once', async ({ page }) => {
  const release = await holdBack(page, '**/assets/*.js');
  await page.goto('/irisveludo', { waitUntil: 'commit' });
  await expect
    .poll(() =>
      page.evaluate(
        () => performance.getEntriesByName(new URL('/early.js', location.href).href).length,
      ),
    )
    .toBe(1);
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
  release();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
});

test('what answers already is pressed once', async ({ page }) => {
  await open(page, '/irisveludo');
  const sound = page.getByRole('banner').getByRole('button', { name: /os sons$/ });
  await expect(sound).toHaveAttribute('aria-pressed', 'false');
  await sound.click();
  await page.waitForTimeout(300);
  await expect(sound).toHaveAttribute('aria-pressed', 'true');
});
