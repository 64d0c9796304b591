// Code that loads late and fails: a deployment removed it, or a navigation aborted it. Browsers
// with and without the Navigation API.
import { expect, type Page, test } from '@playwright/test';
import { createSession, open, type StoredSession, storeSession } from './people.ts';

let member: StoredSession;
test.beforeAll(async ({ browser, baseURL }) => {
  member = await storeSession(browser, baseURL, (context) => createSession(context, 'davi'));
});
test.use({ storageState: ({ browserName: _name }, use) => use(member) });

/** Long enough for another reload to begin. */
const CALM_MS = 1_000;

const documentsOf = (page: Page): string[] => {
  const documents: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame())
      documents.push(new URL(request.url()).pathname);
  });
  return documents;
};

const withoutNavigationApi = (page: Page) =>
  page.addInitScript(() => Reflect.deleteProperty(window, 'navigation'));

for (const api of ['with', 'without'] as const) {
  // What does not depend on a navigation under way is the same without the Navigation API.
  const tag = api === 'without' ? ['@slow'] : [];
  test.describe(`a browser ${api} the Navigation API`, () => {
    test.beforeEach(async ({ page }) => {
      if (api === 'without') await withoutNavigationApi(page);
    });

    test(
      `a browser ${api} the Navigation API shows a page without its lost optional code`,
      { tag },
      async ({ page }) => {
        await page.route(/\/assets\/(socket|sounds|ConfirmBanner|arrivals)-.*\.js$/, (route) =>
          route.fulfill({ status: 404 }),
        );
        const documents = documentsOf(page);
        await open(page, '/irisveludo');
        await page.waitForTimeout(CALM_MS);
        await expect(page.getByRole('heading', { level: 1 })).toContainText('Íris Veludo');
        expect(documents).toHaveLength(1);
      },
    );

    test(
      `a browser ${api} the Navigation API reloads once for lost code, then shows the error page`,
      { tag: '@slow' },
      async ({ page }) => {
        await page.route(/\/assets\/MemberActions-.*\.js$/, (route) =>
          route.fulfill({ status: 404 }),
        );
        const documents = documentsOf(page);
        await page.goto('/irisveludo');
        await expect(page.getByRole('heading', { name: 'Erro' })).toBeVisible();
        await page.waitForTimeout(CALM_MS);
        expect(documents).toHaveLength(2);
      },
    );

    test(
      `a browser ${api} the Navigation API navigates although loading code is aborted`,
      { tag: '@slow' },
      async ({ page }) => {
        const { promise: left, resolve: leave } = Promise.withResolvers<void>();
        let leaving = false;
        // As Firefox does: what is being imported is aborted as soon as the navigation begins,
        // before its answer is there.
        await page.route(/\/assets\/(MemberActions|socket)-.*\.js$/, async (route) => {
          if (leaving) return route.continue();
          await left;
          return route.abort();
        });
        await page.route('**/account/terms', async (route) => {
          leaving = true;
          leave();
          await new Promise((resolve) => setTimeout(resolve, 2_500));
          await route.continue();
        });
        await page.goto('/irisveludo', { waitUntil: 'commit' });
        await page.waitForSelector('html[data-ready]');
        const documents = documentsOf(page);
        await page.evaluate(() => window.location.assign('/account/terms'));
        await page.waitForURL('**/account/terms');
        await page.waitForTimeout(CALM_MS);
        expect(documents).toEqual(['/account/terms']);
        await expect(page).toHaveURL(/\/account\/terms$/);
      },
    );
  });
}
