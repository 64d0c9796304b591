// Every page, as everybody who may open it: nothing breaks the Content-Security-Policy and the
// console stays silent.
import { type Browser, expect, type Page, test } from '@playwright/test';
import { PAGES } from './pages.ts';
import { logIn, makeAdmin, open, PASSWORD, register, storedBy } from './people.ts';

// A receipt that is not there is a call that fails, which the browser's console tells.
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

/** What the browser says of a 404 document that was asked for on purpose. */
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
      storageState: await storedBy(browser, baseURL, arrive),
      ...(baseURL && { baseURL }),
    })
  ).newPage();

for (const [role, arrive] of ROLES) {
  test(role, async ({ browser, baseURL }) => {
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
      // Who is sent away sees a page that is on the list itself.
      if ((await page.request.get(path, { maxRedirects: 0 })).status() === 302) continue;
      await open(page, path);
      opened += 1;
    }
    expect(opened).toBeGreaterThan(12);
    expect(complaints).toEqual([]);

    // The watch itself works: what the policy forbids is seen.
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
