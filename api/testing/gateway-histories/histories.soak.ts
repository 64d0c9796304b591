// `npm run test:soak`: 100,000 operations on payments at gateways with bad habits.
import { beforeAll, expect, test } from 'vitest';
import { gatewayHistories, type HistoryCounts } from './play.ts';

/**
 * Applications side by side, each with a database, gateways and a clock of its own: each waits for
 * its gateways and its database most of the time.
 */
const WORLDS = 5;
const HISTORIES = 40;
const OPERATIONS = 500;

let worlds: Awaited<ReturnType<typeof gatewayHistories>>[];
beforeAll(async () => {
  worlds = [];
  for (let world = 0; world < WORLDS; world += 1) worlds.push(await gatewayHistories());
}, 600_000);

test(`our ledger and the gateways' records agree after ${WORLDS * HISTORIES * OPERATIONS} operations`, async () => {
  const startedMs = performance.now();
  let played = 0;
  const progress = (): void => {
    played += 1;
    process.stdout.write(
      `${played * OPERATIONS} operations in ${Math.round((performance.now() - startedMs) / 1000)} s\n`,
    );
  };
  const all: HistoryCounts[] = await Promise.all(
    worlds.map((play) => play({ histories: HISTORIES, operations: OPERATIONS, progress })),
  );
  const what = Object.keys(all[0] ?? {}) as (keyof HistoryCounts)[];
  const happened = Object.fromEntries(
    what.map((name) => [name, all.reduce((sum, one) => sum + one[name], 0)]),
  );
  process.stdout.write(`${JSON.stringify(happened)}\n`);
  expect(Math.min(...Object.values(happened))).toBeGreaterThan(0);
}, 14_400_000);
