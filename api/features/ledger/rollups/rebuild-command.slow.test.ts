// The command that counts the days of the overview again names each row that was wrong, with what
// it should have been and what it was.
import type { ProfileId } from '@camarim/contract/ids';
import { beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../platform/clock/system.ts';
import { type TestLedger, testLedger } from '../../../testing/ledger/ledger.ts';
import { runCommand } from '../../../testing/run-command.ts';
import { rollUp } from './roll-up.ts';

let world: TestLedger;

beforeAll(async () => {
  world = await testLedger();
  // The command has the time of the system, and counts each day since the first person.
  world.clock.set(systemClock.now());
  const [fan] = (await world.people(1)) as [ProfileId];
  await world.database.pool.query('UPDATE users SET created_at = now()');
  await world.database.pool.query('UPDATE profiles SET created_at = now()');
  await world.fill(fan, 5_000);
  await rollUp(world.database.db, systemClock.now());
});

test('the command names rows of the rollups that were wrong or invented, and corrects them', async () => {
  const { pool, url } = world.database;
  const rollups = async () =>
    (
      await pool.query<{ day: string; kind: string; gross: number }>(
        'SELECT day::text, kind, gross_centavos::int AS gross FROM ledger_rollups ORDER BY 1',
      )
    ).rows;
  const before = await rollups();
  expect(before).toMatchObject([{ kind: 'topUp', gross: 5_000 }]);
  await pool.query('UPDATE ledger_rollups SET gross_centavos = gross_centavos + 1');
  await pool.query(
    `INSERT INTO ledger_rollups (day, kind, gross_centavos, fee_centavos, net_centavos, transfers)
      VALUES ('2020-01-01', 'tip', 1, 0, 1, 1)`,
  );
  await pool.query(
    "INSERT INTO day_counts (day, figure, count) VALUES ('2020-01-01', 'newMembers', 3)",
  );
  expect(await runCommand(url, 'admin', ['rebuild-rollups'])).toEqual({
    code: 0,
    output: [
      '2020-01-01 tip: expected nothing found 1',
      `${before[0]?.day} topUp: expected 5000 found 5001`,
      '2020-01-01 newMembers: expected nothing found 3',
      'Every day was counted again; 2 rollups and 1 counts were changed.',
      '',
    ].join('\n'),
  });
  expect(await rollups()).toEqual(before);
});
