// How many held posts a minute a reviewer decides by keyboard: Chromium shows each picture blurred,
// the script waits until it is loaded, removes the blur and decides, every fifth time against it.
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { chromiumLaunch, findChromium } from '../../tools/chromium.mjs';
import { publishPosts } from '../content.ts';
import { type Figure, figureOf } from '../figure.ts';
import { onStage, type Stage } from '../stage.ts';

const ITEMS = 30;
const ROUND = 10;
const MINUTE_MS = 60_000;
const ALL = {
  posts: 'all',
  broadcasts: 'all',
  samplePercent: 5,
  newDays: 30,
  newItems: 5,
  strikeDays: 180,
};

/** The first fan reviews, and everything is held. */
const prepare = async ({ database, fans }: Stage): Promise<void> => {
  const reviewer = fans[0]?.profileId;
  await database.query(
    "UPDATE users SET role = 'admin', staff_role = 'moderation' WHERE id = (SELECT user_id FROM profiles WHERE id = $1)",
    [reviewer],
  );
  await database.query(
    "INSERT INTO review_settings (version, settings, changed_by, reason, created_at) VALUES (1, $1, $2, 'measured', now())",
    [JSON.stringify(ALL), reviewer],
  );
  // A new role applies within five seconds.
  await sleep(6_000);
};

const item = (page: Page) => page.locator('[data-item]');

const ITEM = "document.querySelector('[data-item]')";
/** In the page: the picture of the item is there and complete. */
const LOADED = `(() => {
  const picture = ${ITEM}?.querySelector('img[alt]');
  return picture && picture.complete && picture.naturalWidth > 0;
})()`;

/** Waits for the item's picture, looks at it without blur, and decides. */
const decide = async (page: Page, refuse: boolean): Promise<void> => {
  const id = await item(page).getAttribute('data-item');
  await page.waitForFunction(LOADED, null, { timeout: 30_000 });
  await page.keyboard.press('b');
  if (refuse) {
    await page.keyboard.press('r');
    await page.keyboard.press('6');
    await page.keyboard.press('Enter');
  } else await page.keyboard.press('a');
  await page.waitForFunction(`(${ITEM})?.getAttribute('data-item') !== '${id}'`, null, {
    timeout: 30_000,
  });
};

const decided = async ({ database }: Stage): Promise<number> => {
  const { rows } = await database.query<{ decided: number }>(
    "SELECT count(*)::int AS decided FROM content_reviews WHERE state <> 'waiting'",
  );
  return rows[0]?.decided ?? 0;
};

const measure = async (stage: Stage, page: Page): Promise<number[]> => {
  const rates: number[] = [];
  for (let first = 0; first < ITEMS; first += ROUND) {
    const began = performance.now();
    for (let number = 0; number < ROUND; number += 1) await decide(page, number % 5 === 4);
    rates.push(ROUND / ((performance.now() - began) / MINUTE_MS));
  }
  while ((await decided(stage)) < ITEMS) await sleep(250);
  return rates;
};

export const run = (): Promise<Figure[]> =>
  onStage({ fans: 1, producers: ITEMS, balance: 0, pages: true }, async (stage) => {
    await prepare(stage);
    await publishPosts(stage, ITEMS);
    const { args, ...launch } = chromiumLaunch(findChromium());
    const browser = await chromium.launch({ ...launch, args });
    try {
      const url = `http://127.0.0.1:${stage.port}`;
      // The script waits by expressions, which the policy of the pages forbids.
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        bypassCSP: true,
      });
      await context.addCookies([
        { name: 'token', value: stage.fans[0]?.token ?? '', url },
        { name: 'adult', value: '1', url },
      ]);
      const page = await context.newPage();
      await page.goto(`${url}/dsb/reviews`);
      await item(page).waitFor({ timeout: 60_000 });
      return [
        figureOf(
          'review-items-per-minute',
          '1/min',
          await measure(stage, page),
          `${ITEMS} held posts with a picture each, decided by keys in Chromium after the picture has loaded and was shown without blur, one in five refused with a reason; rounds of ${ROUND}, without the time in which a person thinks`,
        ),
      ];
    } finally {
      await browser.close();
    }
  });
