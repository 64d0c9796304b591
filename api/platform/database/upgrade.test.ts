// A database of an earlier version, with rows, is upgraded to the current schema and keeps all
// rows.
import { beforeAll, expect, test } from 'vitest';
import { checkLedger } from '../../features/ledger/index.ts';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { fillAsEarlier, MIGRATIONS } from '../../testing/upgrade/earlier-database.ts';
import { describeSchema } from '../../../tools/schema/page.ts';
import { installJobs } from '../jobs/install.ts';
import { migrate } from './migrate.ts';

let database: TestDatabase;
let before: Map<string, number>;
let balances: string;

/** Tables from which a migration removes rows of that day on purpose, each with the reason. */
const EMPTIED: Record<string, string> = {};

beforeAll(async () => {
  database = await testDatabase({ empty: true, max: 3 });
  before = await fillAsEarlier(database.pool);
  balances = await balancesNow();
  await migrate(database.pool, MIGRATIONS, installJobs);
});

async function balancesNow(): Promise<string> {
  const { rows } = await database.pool.query<{ sums: string }>(
    `SELECT string_agg(account_id || ' ' || total, ',' ORDER BY account_id) AS sums
     FROM (SELECT account_id, sum(amount) AS total FROM ledger_entries GROUP BY account_id) totals`,
  );
  return rows[0]?.sums ?? '';
}

test('the upgraded database has the schema of a new one', async () => {
  const fresh = await testDatabase({ max: 1 });
  expect(await describeSchema(database.pool)).toBe(await describeSchema(fresh.pool));
});

test('the upgraded database still has every row', async () => {
  expect(before.get('ledger_entries')).toBeGreaterThan(0);
  for (const [table, count] of before) {
    if (table in EMPTIED) continue;
    const { rows } = await database.pool.query<{ count: number }>(`SELECT count(*) FROM ${table}`);
    expect(rows[0]?.count, table).toBeGreaterThanOrEqual(count);
  }
});

test('the upgraded ledger has the same balances and no discrepancy', async () => {
  expect(balances).not.toBe('');
  expect(await balancesNow()).toBe(balances);
  expect((await checkLedger(database.db)).discrepancies).toEqual([]);
});
