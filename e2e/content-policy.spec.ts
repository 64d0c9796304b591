// Every page, for every role that may open it: no violation of the Content-Security-Policy and an
// empty console.
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { goInside, PAGES } from './pages.ts';
import {
  createAccount,
  createSession,
  makeAdmin,
  open,
  PASSWORD,
  passGateByForm,
  storeSession,
} from './people.ts';

// A receipt that is not there is a call that fails, which the browser's console reports.
const ALL = [
  '/?explore',
  '/?dialog=login',
  '/?dialog=register',
  '/no/such/page',
  ...PAGES.filter((path) => !path.startsWith('/funds/receipts')),
];

const ROLES: readonly (readonly [string, (context: BrowserContext) => Promise<void>])[] = [
  ['a visitor', passGateByForm],
  ['a member', (context) => createSession(context, 'davi')],
  ['a producer', (context) => createSession(context, 'irisveludo')],
  [
    'an administrator',
    async (context) => {
      const name = `vigia${Date.now() % 1_000_000}`;
      await createAccount(context, name);
      makeAdmin(name);
      await context.clearCookies({ name: /^(token|refreshToken|userId)$/ });
      await createSession(context, name, PASSWORD);
    },
  ],
];

/**
 * A 404 document that was requested on purpose; a page that was left while its socket connected;
 * and a part that React renders again because its data changed before it was hydrated, as other
 * journeys act on the same producer.
 */
const EXPECTED =
  /Failed to load resource: the server responded with a status of 404|WebSocket is closed before the connection is established|Minified React error #418/;

const complaintsOf = (page: Page): string[] => {
  const complaints: string[] = [];
  const note = (kind: string, text: string) => {
    if (!EXPECTED.test(text)) complaints.push(`${new URL(page.url()).pathname}: ${kind}: ${text}`);
  };
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) note(message.type(), message.text());
  });
  page.on('pageerror', (error) => note('failure', error.message));
  return complaints;
};

const pageFor = async (
  browser: Browser,
  baseURL: string | undefined,
  arrive: (context: BrowserContext) => Promise<void>,
) =>
  (
    await browser.newContext({
      storageState: await storeSession(browser, baseURL, arrive),
      ...(baseURL && { baseURL }),
    })
  ).newPage();

/**
 * Pages that an earlier role has opened: a later one opens only those of them that look different
 * to it, from inside the app. The longer run loads each document for each role.
 */
const opened = new Set<string>();
const DIFFERENT_TO_ROLES = ['/', '/irisveludo', '/irisveludo/posts/x', '/wallet', '/help'];
const opensAll = process.env['E2E_ALL'] !== undefined;

/**
 * Whether the role sees the page. A redirect leads to one that is on the list itself, and an
 * administrator's page shows others what the address of no page shows.
 */
const visitPage = async (page: Page, path: string): Promise<boolean> => {
  if (opened.has(path) && !opensAll) {
    if (!DIFFERENT_TO_ROLES.includes(path)) return false;
    await goInside(page, path);
    return page.url().endsWith(path);
  }
  const status = (await page.request.get(path, { maxRedirects: 0 })).status();
  if (status === 302 || ((status === 403 || status === 404) && path.startsWith('/dsb/')))
    return false;
  await open(page, path);
  opened.add(path);
  return true;
};

/** What `npm test` opens: one page of each kind, for who sees most of them. */
const SAMPLE = ['/?explore', '/no/such/page', ...DIFFERENT_TO_ROLES, '/chats', '/notifications'];
const MEMBER = ROLES.filter(([role]) => role === 'a member');

for (const [[role, arrive], pages, tag] of [
  ...MEMBER.map((role) => [role, SAMPLE, []] as const),
  ...ROLES.map((role) => [role, ALL, ['@slow']] as const),
]) {
  const extent = pages === ALL ? 'pages' : 'some pages';
  test(
    `${extent} violate no content policy for ${role}`,
    { tag: [...tag] },
    async ({ browser, baseURL }) => {
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
      const seen: string[] = [];
      await open(page, '/');
      for (const path of pages) if (await visitPage(page, path)) seen.push(path);
      await page.waitForLoadState('networkidle');
      expect(seen.length).toBeGreaterThan(pages === ALL ? 8 : SAMPLE.length - 2);
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
    },
  );
}
