// How many held posts a person decides in a minute by keys alone, on the page of the reviews in a
// real Chromium with the whole application: the time of the interface and of the keys, without that
// of looking and thinking.
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { createAccount } from '../../../e2e/people.ts';
import { chromiumLaunch, findChromium } from '../../../tools/chromium.mjs';
import { publishPosts } from '../../content.ts';
import { type Figure, figureOf, median } from '../../figure.ts';
import { type Stage, onStage } from '../../stage.ts';

/** Three pages of the queue, so that two times more items are loaded. */
const ITEMS = 28;
/** Between two keys: ten keys a second, a fast typist. */
const KEY_MS = 100;
const NOTE = 'Falta a data da foto';
const SETTINGS = {
  posts: 'all',
  broadcasts: 'off',
  samplePercent: 10,
  newDays: 30,
  newItems: 10,
  strikeDays: 90,
};

type Act = { keys: readonly string[]; state: string; reason: string | null; note: string };
const APPROVE: Act = { keys: ['b', 'a'], state: 'approved', reason: null, note: '' };
const REFUSE: Act = {
  keys: ['b', 'r', '5', 'Enter'],
  state: 'refused',
  reason: 'copyright',
  note: '',
};
/** The one reason that needs words. */
const EXPLAIN: Act = {
  keys: ['b', 'r', '8', ...NOTE, 'Enter'],
  state: 'refused',
  reason: 'other',
  note: NOTE,
};
/** What the n-th item gets: of every eight, two refusals by a number and one with words. */
const ACTS = [APPROVE, REFUSE, APPROVE, APPROVE, EXPLAIN, APPROVE, REFUSE, APPROVE] as const;
const actOf = (item: number): Act => ACTS[item % ACTS.length] ?? APPROVE;

const openQueue = async ({ port, database, fans }: Stage, page: Page): Promise<void> => {
  await createAccount(page.context(), 'revisora');
  await database.query(
    `UPDATE users SET role = 'admin', staff_role = 'owner' WHERE id = (SELECT user_id FROM profiles
      WHERE domain_name = 'revisora')`,
  );
  if (fans.length === 0) throw new Error(`the fixtures of ${port} have no fan`);
  // The role is read again after that time.
  await sleep(6_000);
  await page.goto('/dsb/reviews');
};

/** Waits until an item other than the last is shown and has the focus; returns its id. */
const nextItem = async (page: Page, last: string): Promise<string> => {
  const item = page.locator(`section[data-item]:not([data-item="${last}"])`);
  await item.waitFor({ state: 'visible' });
  // A person sees nothing before.
  await item.locator('img').first().waitFor({ state: 'visible' });
  return (await item.getAttribute('data-item')) ?? '';
};

const measure = async (stage: Stage): Promise<Figure[]> => {
  await stage.database.query(
    `INSERT INTO review_settings (version, settings, changed_by, reason, created_at) VALUES (1, $1,
      $2, 'bench', now())`,
    [JSON.stringify(SETTINGS), stage.fans[0]?.profileId],
  );
  await publishPosts(stage, ITEMS);
  const browser = await chromium.launch(chromiumLaunch(findChromium()));
  const context = await browser.newContext({
    baseURL: `http://127.0.0.1:${stage.port}`,
    locale: 'pt-BR',
  });
  const page = await context.newPage();
  await openQueue(stage, page);
  const decided: { id: string; act: Act; ms: number; keys: number }[] = [];
  let last = await nextItem(page, '');
  for (let item = 0; item < ITEMS; item += 1) {
    const act = actOf(item);
    const from = performance.now();
    for (const key of act.keys) {
      await page.keyboard.press(key);
      await sleep(KEY_MS);
    }
    const id = last;
    if (item < ITEMS - 1) last = await nextItem(page, id);
    decided.push({ id, act, ms: performance.now() - from, keys: act.keys.length });
  }
  await browser.close();
  for (const { id, act } of decided) {
    const { rows } = await stage.database.query<{ state: string; reason: string; note: string }>(
      'SELECT state, reason, note FROM content_reviews WHERE id = $1',
      [id],
    );
    const [row] = rows;
    if (row?.state !== act.state || row.reason !== act.reason || row.note !== act.note)
      throw new Error(`an item is ${JSON.stringify(row)} instead of ${JSON.stringify(act)}`);
  }
  const minutes = decided.reduce((sum, { ms }) => sum + ms, 0) / 60_000;
  const own = decided.map(({ ms, keys }) => ms - keys * KEY_MS);
  const keys = decided.reduce((sum, one) => sum + one.keys, 0);
  const how = `${ITEMS} held posts with a picture each, in a page of Chromium on the whole application; each is first made sharp, five of eight are approved, two refused by the number of a reason and one with words; ${keys} keys, ${KEY_MS} ms apart, no time to look; every decision was found in the database`;
  return [
    {
      ...figureOf('review-items-per-minute', '1/min', [ITEMS / minutes], how),
      spread: [
        60_000 / Math.max(...decided.map(({ ms }) => ms)),
        60_000 / Math.min(...decided.map(({ ms }) => ms)),
      ].map((rate) => Number(rate.toPrecision(3))) as [number, number],
    },
    figureOf(
      'review-interface-ms',
      'ms',
      own,
      `of each of these items without the pauses between keys: until the next one and its picture are shown; the median is ${Math.round(median(own))} ms`,
    ),
  ];
};

export const run = (): Promise<Figure[]> =>
  onStage(
    {
      fans: 1,
      producers: ITEMS,
      balance: 0,
      pages: true,
      settings: { CAPTCHA_COST: '100' },
    },
    measure,
  );
