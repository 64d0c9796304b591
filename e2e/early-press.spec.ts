// A press before the page is hydrated is repeated exactly once afterwards.
import { expect, type Page, test } from '@playwright/test';
import { createSession, open, type StoredSession, storeSession, walletButton } from './people.ts';

let member: StoredSession;
test.beforeAll(async ({ browser, baseURL }) => {
  member = await storeSession(browser, baseURL, (context) => createSession(context, 'davi'));
});
test.use({ storageState: ({ browserName: _name }, use) => use(member) });

/** Delays scripts whose names match until the returned function is called. */
const holdBack = async (page: Page, scripts: string): Promise<() => void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(scripts, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
};

/** Waits until early.js records presses. */
const recordsPresses = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(
        () => performance.getEntriesByName(new URL('/early.js', location.href).href).length,
      ),
    )
    .toBe(1);

test('a press before any code of the app has loaded is repeated once it has', async ({ page }) => {
  const release = await holdBack(page, '**/assets/*.js');
  await page.goto('/irisveludo', { waitUntil: 'commit' });
  await recordsPresses(page);
  await walletButton(page).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  release();
  await expect(page.getByRole('dialog', { name: 'Adicionar saldo' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.waitForTimeout(500);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test(
  'a press while the member actions of the header load is repeated once they have',
  { tag: '@slow' },
  async ({ page }) => {
    const release = await holdBack(page, '**/assets/MemberActions-*.js');
    await page.goto('/irisveludo', { waitUntil: 'commit' });
    await page.waitForSelector('html[data-ready]');
    await walletButton(page).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    release();
    await expect(page.getByRole('dialog', { name: 'Adicionar saldo' })).toBeVisible();
  },
);

test(
  'a press on the options of an own post is repeated once their code has loaded, after the page',
  { tag: '@slow' },
  async ({ page }) => {
    await createSession(page.context(), 'irisveludo');
    const releaseApp = await holdBack(page, '**/assets/*.js');
    const releaseOptions = await holdBack(page, '**/assets/OwnerOptions-*.js');
    await page.goto('/irisveludo', { waitUntil: 'commit' });
    await recordsPresses(page);
    await page.getByRole('button', { name: 'Opções do post' }).first().click();
    releaseApp();
    await page.waitForSelector('html[data-ready]');
    releaseOptions();
    const first = page.getByRole('article', { name: /^Post de/ }).first();
    await expect(first.getByRole('menuitem', { name: 'Ver como' })).toBeVisible();
  },
);

test(
  'a press on the menu button before the app has loaded opens the menu once',
  { tag: '@slow' },
  async ({ page }) => {
    const release = await holdBack(page, '**/assets/*.js');
    await page.goto('/irisveludo', { waitUntil: 'commit' });
    await recordsPresses(page);
    await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
    release();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  },
);

test('a press on a button that responds already counts once', async ({ page }) => {
  await open(page, '/irisveludo');
  const sound = page.getByRole('banner').getByRole('button', { name: /os sons$/ });
  await expect(sound).toHaveAttribute('aria-pressed', 'false');
  await sound.click();
  await page.waitForTimeout(300);
  await expect(sound).toHaveAttribute('aria-pressed', 'true');
});
