// The rollups of each day equal the ledger to the centavo, whatever happened and whenever they were
// counted; a row that is missing or wrong is found.
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ChargeId, ProfileId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { SALE_KINDS } from '@camarim/contract/sales';
import { HOUR_MS, MINUTE_MS } from '@camarim/contract/time';
import { dayOf } from '../../../platform/clock/days.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { type TestLedger, testLedger } from '../../../testing/ledger/ledger.ts';
import { History } from '../../../testing/ledger/history.ts';
import { operations } from '../../../testing/ledger/operations.ts';
import { rebuildRollups, rollUp } from './roll-up.ts';
import { countedUntil, differingRollups, loadRollups, type Rollup } from './store.ts';

const EVER = { from: '2000-01-01', to: '2100-01-01' };
const HISTORIES = 15;

let world: TestLedger;

beforeAll(async () => {
  world = await testLedger();
});

const rollupOf = (kind: string, parts: Partial<Record<keyof Rollup, unknown>>) => ({
  kind,
  reverses: '',
  method: '',
  brandId: 0,
  gross: 0,
  fee: 0,
  net: 0,
  transfers: 1,
  ...parts,
});
const count = () => rollUp(world.database.db, world.clock.now());
const differences = () => differingRollups(world.database.db, dayOf(world.clock.now()));
const rollups = () => loadRollups(world.database.db, EVER);
const sumOf = (rows: readonly { [key: string]: unknown }[], field: string): number =>
  rows.reduce((sum, row) => sum + Number(row[field]), 0);

/** What all entries of these accounts add up to. */
const sumOfAccounts = async (...kinds: string[]): Promise<number> => {
  const { rows } = await sql<{ sum: number }>`
    SELECT coalesce(sum(e.amount), 0)::bigint AS sum FROM ledger_entries e
      JOIN ledger_accounts a ON a.id = e.account_id WHERE a.kind = ANY(${kinds}::text[])`.execute(
    world.database.db,
  );
  return rows[0]?.sum ?? 0;
};

/** What buyers paid for sales that were delivered, from their accounts alone. */
const paidByBuyers = async (): Promise<number> => {
  const { rows } = await sql<{ sum: number }>`
    SELECT coalesce(-sum(e.amount), 0)::bigint AS sum FROM ledger_transfers t
      JOIN ledger_entries e ON e.transfer_id = t.id JOIN ledger_accounts a ON a.id = e.account_id
    WHERE t.kind = ANY(${SALE_KINDS}::text[]) AND a.kind IN ('wallet', 'escrow')`.execute(
    world.database.db,
  );
  return rows[0]?.sum ?? 0;
};

test(`the rollups equal the ledger after each of ${HISTORIES} random histories with refunds and disputes`, async () => {
  await fc.assert(
    fc.asyncProperty(operations, async (steps) => {
      const history = await History.begin(world);
      for (const [index, step] of steps.entries()) {
        await history.step(step);
        if (index % 3 === 0) await count();
      }
      await count();
      expect(await differences()).toEqual([]);
      const rows = await rollups();
      expect(sumOf(rows, 'fee')).toBe(await sumOfAccounts('revenue'));
      expect(sumOf(rows, 'net')).toBe(await sumOfAccounts('pending', 'earnings'));
      const cleared = rows.filter(({ method }) => method !== '');
      expect(sumOf(cleared, 'gross') + (await sumOfAccounts('clearing'))).toBe(0);
      const sales = rows.filter(({ kind }) => (SALE_KINDS as string[]).includes(kind));
      expect(sumOf(sales, 'gross')).toBe(await paidByBuyers());
    }),
    { numRuns: HISTORIES },
  );
});

test('a dispute and a refund are in the rollups with their amounts', async () => {
  const { ledger, clock, database } = world;
  const [fan, producer] = (await world.people(2)) as [ProfileId, ProfileId];
  const chargeId = newId() as ChargeId;
  const payment = { chargeId, profileId: fan, gateway: 'pix' };
  clock.advance(24 * HOUR_MS);
  await ledger.post({ kind: 'topUp', ...payment, amount: centavos(5_000) });
  const tip = () =>
    ledger.post({
      kind: 'tip',
      key: newId(),
      fromId: fan,
      toId: producer,
      postId: null,
      amount: centavos(1_000),
      feeBps: 2_000,
    });
  await tip();
  const { transferId } = await tip();
  await transaction(database.db, async (tx) => {
    await ledger.reverseIn(tx, { transferId, actorId: null, reason: 'a test' });
    await ledger.postDisputeIn(tx, {
      chargeId,
      profileId: fan,
      gateway: 'pix',
      refundRef: 'return 1',
      remaining: centavos(4_000),
      returned: centavos(1_000),
    });
  });
  await count();
  const onlyDay = { from: dayOf(clock.now()), to: dayOf(clock.now()) };
  const shown = (await loadRollups(database.db, onlyDay)).map(({ day: _day, ...rollup }) => rollup);
  expect(shown).toEqual([
    rollupOf('chargeback', { method: 'pix', gross: -1_000 }),
    rollupOf('reversal', { reverses: 'tip', gross: -1_000, fee: -200, net: -800 }),
    rollupOf('tip', { gross: 2_000, fee: 400, net: 1_600, transfers: 2 }),
    rollupOf('topUp', { method: 'pix', gross: 5_000 }),
  ]);
  expect(await differences()).toEqual([]);
});

describe('with a history that is counted', () => {
  beforeAll(count);

  test('a row that is missing is found, and rebuilding brings it back', async () => {
    const before = await rollups();
    await sql`DELETE FROM ledger_rollups WHERE ctid = (SELECT min(ctid) FROM ledger_rollups
      WHERE kind = 'tip')`.execute(world.database.db);
    expect(await differences()).toMatchObject([{ kind: 'tip', found: null }]);
    expect(await rebuildRollups(world.database.db, world.clock.now())).toHaveLength(1);
    expect(await differences()).toEqual([]);
    expect(await rollups()).toEqual(before);
  });

  test('a rollup of one centavo too much, and one of a day without transfers, are found', async () => {
    await sql`UPDATE ledger_rollups SET fee_centavos = fee_centavos + 1
      WHERE ctid = (SELECT min(ctid) FROM ledger_rollups WHERE kind = 'reversal')`.execute(
      world.database.db,
    );
    await sql`INSERT INTO ledger_rollups (day, kind, gross_centavos, fee_centavos, net_centavos,
      transfers) VALUES ('2020-01-01', 'tip', 1, 0, 1, 1)`.execute(world.database.db);
    expect((await differences()).map(({ kind }) => kind).toSorted()).toEqual(['reversal', 'tip']);
    await rebuildRollups(world.database.db, world.clock.now());
    expect(await differences()).toEqual([]);
  });

  test('counting again, and twice at once, changes nothing', async () => {
    const before = await rollups();
    await Promise.all([count(), count()]);
    expect(await rollups()).toEqual(before);
  });
});

test('a transfer of the last minutes of a day that is seen after midnight is counted', async () => {
  const [fan] = await world.people(1);
  if (!fan) throw new Error('there is no fan');
  // 23:59 in São Paulo.
  const evening = new Date(
    Date.parse(`${dayOf(new Date(world.clock.now().getTime() + 24 * HOUR_MS))}T02:59:00Z`),
  );
  world.clock.set(new Date(evening.getTime() + 2 * MINUTE_MS));
  await count();
  world.clock.set(evening);
  await world.fill(fan, 700);
  world.clock.set(new Date(evening.getTime() + 10 * MINUTE_MS));
  await count();
  expect(await differences()).toEqual([]);
});

test('days without a count, as after a pause of the server, are counted one after the other', async () => {
  const [fan] = await world.people(1);
  if (!fan) throw new Error('there is no fan');
  for (let day = 0; day < 3; day++) {
    world.clock.advance(24 * HOUR_MS);
    await world.fill(fan, 100 + day);
  }
  expect(await differences()).not.toEqual([]);
  await count();
  expect(await differences()).toEqual([]);
  expect(await countedUntil(world.database.db)).toEqual(world.clock.now());
});
