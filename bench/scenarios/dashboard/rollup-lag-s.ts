// From the commit of a movement until the overview of administrators shows it, under a steady load
// of tips: the real clock, the real jobs.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { openDriver } from '../../drive.ts';
import { type Figure, figureOf, median } from '../../figure.ts';
import { type Stage, onStage } from '../../stage.ts';
import { awaitDelivery, tipPlan } from '../../tips.ts';

const FANS = 200;
const PRODUCERS = 20;
const CONNECTIONS = 4;
/** Some 50 tips a second. */
const PAUSE_MS = 80;
const DURATION_MS = 200_000;
const SAMPLE_MS = 250;
/** Before it, no count may have been made yet. */
const WARM_MS = 70_000;

const committed = async (database: pg.Pool): Promise<number> => {
  const { rows } = await database.query<{ count: string }>(
    "SELECT count(*) FROM ledger_transfers WHERE kind = 'tip'",
  );
  return Number(rows[0]?.count);
};

const shownBy = async ({ port }: Stage, token: string): Promise<number> => {
  const response = await fetch(`http://127.0.0.1:${port}/api/dsb`, {
    headers: { authorization: `Bearer ${token}`, 'x-origin': 'CAM' },
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`the overview answered ${response.status}: ${text}`);
  return (JSON.parse(text) as { data: { totals: { sales: number } } }).data.totals.sales;
};

/** How old, in seconds, the oldest movement is that is not shown; a number for each sample. */
const watch = async (stage: Stage, token: string): Promise<number[]> => {
  const began = performance.now();
  const seen: { atMs: number; count: number }[] = [];
  const lags: number[] = [];
  while (performance.now() - began < DURATION_MS) {
    seen.push({ atMs: performance.now(), count: await committed(stage.database) });
    const shown = await shownBy(stage, token);
    const nowMs = performance.now();
    const first = seen.find(({ count }) => count > shown);
    if (nowMs - began > WARM_MS) lags.push(first ? (nowMs - first.atMs) / 1_000 : 0);
    await sleep(SAMPLE_MS);
  }
  return lags;
};

const measure = async (stage: Stage): Promise<Figure[]> => {
  await awaitDelivery(stage);
  const [admin, ...fans] = stage.fans;
  if (!admin) throw new Error('the fixtures have no fan');
  await stage.database.query(
    `UPDATE users SET role = 'admin', staff_role = 'owner' WHERE id = (SELECT user_id FROM profiles
      WHERE id = $1)`,
    [admin.profileId],
  );
  const driver = openDriver();
  const load = driver.drive({
    ...tipPlan({ ...stage, fans }, { durationMs: DURATION_MS }),
    connections: CONNECTIONS,
    pauseMs: PAUSE_MS,
  });
  const lags = await watch(stage, admin.token);
  const { answered, seconds } = await load;
  driver.close();
  const how = `age of the oldest movement that GET /api/dsb does not show yet, ${lags.length} samples in ${(DURATION_MS - WARM_MS) / 1_000} s under ${Math.round(answered / seconds)} tips a second; the real clock and jobs`;
  return [
    {
      ...figureOf('rollup-lag-s', 's', lags, `the largest: ${how}`),
      value: Number(Math.max(...lags).toPrecision(3)),
    },
    figureOf('rollup-lag-median-s', 's', [median(lags)], how),
  ];
};

export const run = (): Promise<Figure[]> =>
  onStage({ fans: FANS, producers: PRODUCERS, balance: 100_000_000, pages: false }, measure);
