// Every page, seen at three widths, in both themes and in three languages: axe finds nothing, and
// nothing is wider than the screen.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { STAFF_ROLES, type StaffRole } from '../../contract/staff.ts';
import { PAGES } from '../../web/app/pages.ts';
import {
  call,
  createAccount,
  createSession,
  makeAdmin,
  PASSWORD,
  passGateByForm,
  ready,
} from '../people.ts';
import { hiddenBeside, RULES_OF_COLOR, violations } from '../violations.ts';
import { makeMemberWork, makeOwnerWork } from './open-work.ts';
import { fillQueues } from './queues.ts';
import { type Ids, type Viewer, VIEWERS, VISITS, visitsOf, visitsOfRole } from './visits.ts';

const NARROW = 360;
const HEIGHT = 900;
const SETTLED_MS = 400;
type Theme = 'dark' | 'light';
/** How a page is looked at first; the colours of the other theme follow. */
type Look = readonly [width: number, theme: Theme, locale: 'pt' | 'en' | 'es'];

/** A new person of the team. */
const joinTeam = async (context: BrowserContext, role: StaffRole): Promise<void> => {
  const name = `${role.toLowerCase()}${Date.now() % 1_000_000}`;
  await createAccount(context, name);
  makeAdmin(name, role);
  await context.clearCookies({ name: /^(token|refreshToken|userId)$/ });
  await createSession(context, name, PASSWORD);
};

const arriveAs: Record<Viewer, (context: BrowserContext) => Promise<void>> = {
  visitor: passGateByForm,
  fan: (context) => createSession(context, 'davi'),
  producer: (context) => createSession(context, 'irisveludo'),
  owner: (context) => joinTeam(context, 'owner'),
};

const useTheme = (page: Page, theme: Theme): Promise<void> =>
  page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);

const arrive = async (page: Page, address: string, [width, theme, locale]: Look): Promise<void> => {
  await page.setViewportSize({ width, height: HEIGHT });
  const url = test.info().project.use.baseURL ?? '';
  await page.context().addCookies([
    { name: 'theme', value: theme, url },
    { name: 'locale', value: locale, url },
  ]);
  await page.goto(address);
  await ready(page);
  await expect(page.locator('h1').first(), address).toBeAttached();
  // Parts that load late, and what they ask for.
  await page.waitForTimeout(SETTLED_MS);
  await expect(page.locator('[aria-busy=true]'), address).toHaveCount(0);
  // What is not found leads to the first page, which has nothing to find fault with.
  if (address.startsWith('/dsb')) expect(new URL(page.url()).pathname).toBe(address);
};

/** What axe finds on a page, and what of it does not fit the screen: a line for each. */
const lookOnce = async (page: Page, address: string, look: Look): Promise<string[]> => {
  const [width, theme, locale] = look;
  await arrive(page, address, look);
  const lines = (where: string, findings: readonly string[]): string[] =>
    findings.map((finding) => `${address} (${where}, ${locale}): ${finding}`);
  const outside = async (at: number): Promise<string[]> => {
    const pixels = await hiddenBeside(page, at);
    return lines(`${at} px`, pixels > 0 ? [`${pixels} px are beside the screen`] : []);
  };
  const found = [
    ...(await outside(width)),
    ...lines(`${width} px, ${theme}`, await violations(page)),
  ];
  const other = theme === 'dark' ? 'light' : 'dark';
  await useTheme(page, other);
  found.push(...lines(`${width} px, ${other}`, await violations(page, RULES_OF_COLOR)));
  // The words of each language are tried where there is least room.
  return width === NARROW ? found : [...found, ...(await outside(NARROW))];
};

const LOOKS = [
  [NARROW, 'dark', 'pt'],
  [1_440, 'light', 'en'],
  [768, 'dark', 'es'],
] as const satisfies readonly Look[];

const openPage = async (
  browser: Browser,
  arrival: (context: BrowserContext) => Promise<void>,
): Promise<Page> => {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  await arrival(context);
  return context.newPage();
};

const enter = (browser: Browser, viewer: Viewer): Promise<Page> =>
  openPage(browser, arriveAs[viewer]);

const enterAs = (browser: Browser, role: StaffRole): Promise<Page> =>
  openPage(browser, (context) => joinTeam(context, role));

const profileOf = async (context: BrowserContext): Promise<string> =>
  ((await call(context, 'GET', '/auth')) as { profile: { id: string } }).profile.id;

/** What the API refuses to the dashboard: its pages ask for nothing that they do not get. */
const watchRefusals = (page: Page): string[] => {
  const refused: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/api/') && response.status() >= 400)
      refused.push(`${pathname} answered ${response.status()}`);
  });
  return refused;
};

/** Work of a member (open-work.ts), and of a journey of its own. */
const MADE_ELSEWHERE: readonly string[] = [
  'producerRequest',
  'report',
  'helpTicket',
  'disputedOrder',
];

/** Fills the queues that the owner sees; `by` has claimed and decided some of it. */
const fill = async (browser: Browser, owner: Page, by: Page): Promise<void> => {
  const producer = await browser.newContext();
  await fillQueues(producer, await profileOf(by.context()));
  await producer.close();
  const { counts } = (await call(owner.context(), 'GET', '/dsb/todo')) as {
    counts: { kind: string; waiting: number }[];
  };
  const empty = counts.filter(({ waiting }) => waiting === 0).map(({ kind }) => kind);
  expect(empty.filter((kind) => !MADE_ELSEWHERE.includes(kind))).toEqual([]);
};

const idsFor = async (page: Page): Promise<Ids> => {
  const context = page.context();
  const [post] = (await call(context, 'GET', '/profiles/irisveludo/posts')) as { id: string }[];
  const [line] = (await call(context, 'GET', '/funds/statements')) as {
    transferId: string;
  }[];
  const { id: user } = (await call(context, 'GET', '/auth')) as { id: string };
  if (!post || !line) throw new Error('the demo lacks a post or a payment');
  return { post: post.id, receipt: line.transferId, user };
};

test('the walk over all pages misses none', () => {
  expect(Object.keys(VISITS).toSorted()).toEqual(PAGES.map(([path]) => path).toSorted());
  for (const [path, visits] of Object.entries(VISITS)) {
    if (typeof visits !== 'object' || !('seenIn' in visits)) continue;
    const file = join(import.meta.dirname, '../..', visits.seenIn);
    expect([path, existsSync(file)]).toEqual([path, true]);
    expect([path, readFileSync(file, 'utf8').includes('violations(')]).toEqual([path, true]);
  }
});

/** A page for each viewer; the slow walk opens all. */
const SAMPLE: readonly (readonly [Viewer, string, Look])[] = [
  ['visitor', '/', [NARROW, 'dark', 'es']],
  ['fan', '/wallet', [1_440, 'light', 'pt']],
  ['producer', '/posts', [768, 'dark', 'en']],
  ['owner', '/dsb', [NARROW, 'light', 'en']],
];

test('some pages are accessible and fit the screen', async ({ browser }) => {
  const found: string[] = [];
  for (const [viewer, address, look] of SAMPLE) {
    const page = await enter(browser, viewer);
    found.push(...(await lookOnce(page, address, look)));
    await page.context().close();
  }
  expect(found).toEqual([]);
});

test('queues of the dashboard with work in them are accessible and fit the screen', async ({
  browser,
}) => {
  const owner = await enterAs(browser, 'owner');
  const moderator = await enterAs(browser, 'moderation');
  await fill(browser, owner, moderator);
  const refused = [owner, moderator].map(watchRefusals);
  expect([
    ...(await lookOnce(owner, '/dsb/transactions', [NARROW, 'dark', 'es'])),
    ...(await lookOnce(moderator, '/dsb/reviews', [NARROW, 'light', 'pt'])),
    ...refused.flat(),
  ]).toEqual([]);
  for (const page of [owner, moderator]) await page.context().close();
});

test(
  'each page of the dashboard is accessible and fits the screen for each role that may open it',
  { tag: '@slow' },
  async ({ browser }) => {
    test.setTimeout(900_000);
    const owner = await enterAs(browser, 'owner');
    await fill(browser, owner, owner);
    const found: string[] = [];
    for (const [index, role] of STAFF_ROLES.filter((one) => one !== 'owner').entries()) {
      const page = await enterAs(browser, role);
      const refused = watchRefusals(page);
      for (const address of visitsOfRole(role))
        found.push(...(await lookOnce(page, address, LOOKS[index % LOOKS.length] ?? LOOKS[0])));
      found.push(...refused.map((line) => `${role}: ${line}`));
      await page.context().close();
    }
    expect(found).toEqual([]);
    await owner.context().close();
  },
);

for (const viewer of VIEWERS)
  test(
    `each page of ${viewer === 'owner' ? 'an' : 'a'} ${viewer} is accessible and fits the screen`,
    { tag: '@slow' },
    async ({ browser }) => {
      test.setTimeout(900_000);
      const page = await enter(browser, viewer);
      const fan = viewer === 'fan' ? page : await enter(browser, 'fan');
      const ids = await idsFor(fan);
      if (viewer === 'owner') {
        const member = await browser.newContext();
        await makeMemberWork(member, `pede${Date.now() % 1_000_000}`);
        const { profile } = (await call(member, 'GET', '/auth')) as { profile: { id: string } };
        await makeOwnerWork(page.context(), profile.id);
        await member.close();
      }
      const found: string[] = [];
      for (const address of visitsOf(viewer, ids))
        for (const look of LOOKS) found.push(...(await lookOnce(page, address, look)));
      expect(found).toEqual([]);
      await page.context().close();
      await fan.context().close();
    },
  );
