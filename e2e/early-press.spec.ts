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

test("a member's document has each part in its place, and none hidden at its end", async ({
  context,
}) => {
  for (const path of ['/', '/help', '/irisveludo']) {
    const html = await (await context.request.get(path)).text();
    expect(html).toContain('data-nav-bar');
    expect(html).not.toMatch(/<div hidden id="S:/);
  }
});

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

test('a press during which React renders the header again is repeated once', async ({ page }) => {
  const releaseApp = await holdBack(page, '**/assets/*.js');
  const releaseActions = await holdBack(page, '**/assets/MemberActions-*.js');
  await page.goto('/irisveludo', { waitUntil: 'commit' });
  await recordsPresses(page);
  await walletButton(page).hover();
  await page.mouse.down();
  releaseApp();
  await page.waitForSelector('html[data-ready]');
  // Something that the frame of the page shows changes: it is covered and uncovered.
  for (const covered of [1, 0]) {
    // Twice within half a second, however slow the machine.
    await page.evaluate(() => {
      dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
      dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
    });
    await expect(page.locator('[data-privacy-cover]')).toHaveCount(covered);
  }
  await expect(walletButton(page)).toHaveCount(0);
  await page.mouse.up();
  releaseActions();
  await expect(page.getByRole('dialog', { name: 'Adicionar saldo' })).toBeVisible();
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

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('presses during the transition from page to page with motion are not lost', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await open(page, '/');
    // A link of a part that is not hydrated loads the next page without a transition.
    await expect(page.locator('[data-nav-bar]')).not.toHaveAttribute('data-waiting');
    // Each lasts until it is ended, however slow the machine; of the first one only the old page is
    // seen.
    await page.evaluate(() => {
      const [long, late] = [new CSSStyleSheet(), new CSSStyleSheet()];
      long.replaceSync(
        '::view-transition-old(*), ::view-transition-new(*) { animation-duration: 60s !important }',
      );
      late.replaceSync('::view-transition-new(root) { animation-delay: 60s !important }');
      document.adoptedStyleSheets.push(long, late);
    });
    const middleOf = async (name: string) => {
      const box = await page.getByRole('link', { name, exact: true }).first().boundingBox();
      if (!box) throw new Error(`${name} is not on the screen`);
      return [box.x + box.width / 2, box.y + box.height / 2] as const;
    };
    const [wallet, home] = [await middleOf('Carteira'), await middleOf('Início')];
    /** As a person presses: a while goes by before the button is let go. */
    const press = ([x, y]: readonly [number, number]) => page.mouse.click(x, y, { delay: 80 });
    /** Until a transition has run for so long. */
    const inTransition = (ms: number) =>
      page.waitForFunction((passed) => {
        const isNew = ({ effect }: Animation) =>
          (effect as KeyframeEffect | null)?.pseudoElement === '::view-transition-new(root)';
        return Number(document.getAnimations().find(isNew)?.currentTime ?? 0) > passed;
      }, ms);
    await press(wallet);
    await inTransition(0);
    // Meant for the old page, of which nothing is left: it only ends the transition.
    await press(home);
    await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
    await expect(page).toHaveURL(/wallet/);
    await page.evaluate(() => void document.adoptedStyleSheets.pop());
    await press(home);
    await inTransition(300);
    await press(wallet);
    await expect(page).toHaveURL(/wallet/);
    await inTransition(300);
    await press(home);
    await expect(page.getByRole('link', { name: 'Descobrir', exact: true })).toBeAttached();
    await inTransition(300);
    // Where it is now: a show that another journey begins stands above it.
    await press(await middleOf('Descobrir'));
    await expect(page).toHaveURL(/feed=discover/);
  });
});
