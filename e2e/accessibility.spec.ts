// axe finds nothing on the main screens, in both themes, with dialogs open; walk/ visits each page.
import { expect, type Locator, type Page, test } from '@playwright/test';
import { createSession, demoPost, enterSite, logIn, open, openWallet } from './people.ts';
import { RULES_OF_COLOR, violations } from './violations.ts';

const SETTLED_MS = 600;

const settledViolations = async (page: Page) => {
  // Waits for parts that load late.
  await page.waitForTimeout(SETTLED_MS);
  await expect(page.locator('h1').first()).toBeAttached();
  return violations(page);
};

/**
 * Opens the comments of a post, comments and replies, so that replies and their form show.
 */
const answerOneself = async (page: Page, post: Locator): Promise<void> => {
  await post.getByRole('button', { name: /comentários?$/ }).click();
  await post.getByLabel('Escreva um comentário').fill('Sobre esta luz');
  await page.keyboard.press('Enter');
  const opener = post.getByRole('button', { name: /^Responder a/ }).first();
  await opener.press('Enter');
  await expect(post.getByLabel(/^Responda a/)).toBeFocused();
  await page.keyboard.type('Obrigada!');
  await page.keyboard.press('Enter');
  await expect(post.getByRole('list', { name: 'Respostas' })).toContainText('Obrigada!');
  await opener.press('Enter');
  await expect(post.getByLabel(/^Responda a/)).toBeFocused();
};

const NONE = { dark: [], light: [] };

/** What the cookie of the theme does to a document. */
const useTheme = (page: Page, theme: 'dark' | 'light') =>
  page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);

test(
  'the screens of the main journey are accessible in the dark and the light theme',
  { tag: '@slow' },
  async ({ page }) => {
    test.setTimeout(240_000);
    const found = async () => {
      const dark = await settledViolations(page);
      await useTheme(page, 'light');
      const light = await violations(page, RULES_OF_COLOR);
      await useTheme(page, 'dark');
      return { dark, light };
    };
    await open(page, '/');
    expect(await found(), 'gate').toEqual(NONE);
    await enterSite(page);
    expect(await found(), 'home').toEqual(NONE);
    await demoPost(page, 'irisveludo', 'Terça de ensaio');
    expect(await found(), 'profile').toEqual(NONE);
    await open(page, '/?dialog=register');
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await found(), 'register').toEqual(NONE);
    await logIn(page, 'irisveludo');
    expect(await found(), 'feed').toEqual(NONE);
    const post = await demoPost(page, 'irisveludo', 'Terça de ensaio');
    await post.getByRole('button', { name: /^Imagem 1 de/ }).click();
    await expect(page.getByRole('dialog', { name: /^Mídias de/ })).toBeVisible();
    expect(await found(), 'viewer').toEqual(NONE);
    await page.keyboard.press('Escape');
    await answerOneself(page, post);
    expect(await found(), 'comments and answers').toEqual(NONE);
    await post.getByRole('button', { name: 'Opções do post' }).click();
    await page.getByRole('menuitem', { name: 'Editar o post' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Acrescentar mídias' }).click();
    expect(await found(), 'editing a post').toEqual(NONE);
    await page.keyboard.press('Escape');
    await openWallet(page);
    expect(await found(), 'wallet dialog').toEqual(NONE);
  },
);

test('the bar of a phone does not cover what has the focus', { tag: '@slow' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await logIn(page, 'davi', undefined, '/help');
  const covered = () =>
    page.evaluate(() => {
      const bar = document.querySelector('[data-nav-bar]');
      const focused = document.activeElement;
      if (!bar || !focused || focused === document.body || bar.contains(focused)) return null;
      const below = focused.getBoundingClientRect().bottom > bar.getBoundingClientRect().top;
      return below ? (focused.textContent ?? focused.tagName) : null;
    });
  const found: string[] = [];
  for (let press = 0; press < 25; press += 1) {
    await page.keyboard.press('Tab');
    const name = await covered();
    if (name !== null) found.push(name);
  }
  expect(found).toEqual([]);
});

test('the start page and the posts of a creator fit the narrowest phone', async ({ page }) => {
  await createSession(page.context(), 'irisveludo');
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ['/', '/posts']) {
    await open(page, path);
    await expect(page.getByRole('button', { name: 'Opções do post' }).first()).toBeVisible();
    expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([
      path,
      320,
    ]);
  }
});

test('the API reference is accessible in both themes, and fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  for (const part of ['', '/auth', '/schemas'])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(`/api/docs${part}`);
      expect([part, colorScheme, await violations(page)]).toEqual([part, colorScheme, []]);
      const wider = () => document.documentElement.scrollWidth - innerWidth;
      expect(await page.evaluate(wider)).toBe(0);
    }
});
