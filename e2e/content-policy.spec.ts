// Every page, for every role that may open it: no violation of the Content-Security-Policy and an
// empty console.
import { type Browser, expect, type Page, test } from '@playwright/test';
import { PAGES } from './pages.ts';
import { logIn, makeAdmin, open, PASSWORD, register, storeSession } from './people.ts';

// A receipt that is not there is a call that fails, which the browser's console reports.
const ALL = [
  '/?explore',
  '/?dialog=login',
  '/?dialog=register',
  '/no/such/page',
  ...PAGES.filter((path) => !path.startsWith('/funds/receipts')),
];

const ROLES: readonly (readonly [string, (page: Page) => Promise<void>])[] = [
  ['a visitor', async () => undefined],
  ['a member', (page) => logIn(page, 'davi')],
  ['a producer', (page) => logIn(page, 'irisveludo')],
  [
    'an administrator',
    async (page) => {
      const name = `vigia${Date.now() % 1_000_000}`;
      await register(page, name);
      makeAdmin(name);
      await page.context().clearCookies({ name: /^(token|refreshToken|userId)$/ });
      await logIn(page, name, PASSWORD);
    },
  ],
];

/** The console message about a 404 document that was requested on purpose. */
const EXPECTED = /Failed to load resource: the server responded with a status of 404/;

const complaintsOf = (page: Page): string[] => {
  const complaints: string[] = [];
  const note = (kind: string, text: string) =>
    complaints.push(`${new URL(page.url()).pathname}: ${kind}: ${text}`);
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !EXPECTED.test(message.text()))
      note(message.type(), message.text());
  });
  page.on('pageerror', (error) => note('failure', error.message));
  return complaints;
};

const pageFor = async (
  browser: Browser,
  baseURL: string | undefined,
  arrive: (page: Page) => Promise<void>,
) =>
  (
    await browser.newContext({
      storageState: await storeSession(browser, baseURL, arrive),
      ...(baseURL && { baseURL }),
    })
  ).newPage();

for (const [role, arrive] of ROLES) {
  test(`pages violate no content policy for ${role}`, async ({ browser, baseURL }) => {
    test.setTimeout(180_000);
    const page = await pageFor(browser, baseURL, arrive);
    const complaints = complaintsOf(page);
    await page.exposeFunction('tellViolation', (rule: string, blocked: string) =>
      complaints.push(`${new URL(page.url()).pathname}: policy: ${rule} ${blocked}`),
    );
    await page.addInitScript(() => {
      const { tellViolation } = window as unknown as {
        tellViolation(rule: string, blocked: string): void;
      };
      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        tellViolation(violatedDirective, blockedURI),
      );
    });
    let opened = 0;
    for (const path of ALL) {
      // A redirect leads to a page that is on the list itself.
      if ((await page.request.get(path, { maxRedirects: 0 })).status() === 302) continue;
      await open(page, path);
      opened += 1;
    }
    expect(opened).toBeGreaterThan(12);
    expect(complaints).toEqual([]);

    // Control: a violation is reported.
    await page.evaluate(() =>
      document.body.insertAdjacentHTML(
        'beforeend',
        '<img src="https://elsewhere.example/x.png" alt="">',
      ),
    );
    await expect.poll(() => complaints.join()).toContain('img-src');
    await page.context().close();
  });
}
