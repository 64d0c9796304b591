// The check finds a cent out of place anywhere, and the database refuses what would put it there.
import type { ProfileId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { DAY_MS } from '@camarim/contract/time';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { newId } from '../../platform/ids/new-id.ts';
import { type TestLedger, testLedger } from '../../testing/ledger/ledger.ts';
import { LEDGER_RULES } from './check-store.ts';

let world: TestLedger;
let fan: ProfileId;
let producer: ProfileId;

beforeAll(async () => {
  world = await testLedger();
  // The ledger folds by itself some seconds after a posting: not where tests need unfolded rows.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
});
afterAll(() => void vi.useRealTimers());

beforeEach(async () => {
  await plant(
    `TRUNCATE ledger_entries, ledger_transfers, ledger_unfolded, ledger_holds, ledger_daily_totals, ledger_accounts, disputes`,
  );
  [fan, producer] = (await world.people(2)) as [ProfileId, ProfileId];
  await world.fill(fan, 10_000);
  const tip = () =>
    world.ledger.post({
      kind: 'tip',
      key: newId(),
      fromId: fan,
      toId: producer,
      postId: null,
      amount: centavos(1_000),
      feeBps: 2_000,
    });
  await tip();
  world.clock.advance(8 * DAY_MS);
  await world.ledger.releaseDue();
  await tip();
  await world.ledger.fold();
  const { transferId } = await tip();
  await world.database.db
    .transaction()
    .execute((tx) => world.ledger.reverseIn(tx, { transferId, actorId: null, reason: 'mistake' }));
  await tip();
});

/** Does to the tables what no code of ours can: as a superuser with the guards switched off. */
const plant = async (statement: string): Promise<void> => {
  const client = await world.database.pool.connect();
  try {
    await client.query(
      `SET session_replication_role = replica; ${statement}; RESET session_replication_role`,
    );
  } finally {
    client.release();
  }
};
const account = (kind: string) =>
  `(SELECT id FROM ledger_accounts WHERE kind = '${kind}' ORDER BY id LIMIT 1)`;
const entry = (kind: string) =>
  `(SELECT min(id) FROM ledger_entries WHERE account_id = ${account(kind)})`;
const stray = newId();

const faults: [string, string, string[]][] = [
  [
    'a changed amount',
    `UPDATE ledger_entries SET amount = amount + 1 WHERE id = ${entry('wallet')}`,
    ['all entries together', 'a transfer has at least', "an account's balance"],
  ],
  [
    'a lost entry',
    `DELETE FROM ledger_entries WHERE id = ${entry('wallet')}`,
    ['all entries together', 'a transfer has at least', "an account's balance"],
  ],
  [
    'a transfer without entries',
    `INSERT INTO ledger_transfers (id, kind, idempotency_key, request_hash, created_at)
      VALUES ('${stray}', 'tip', 'k', '', now())`,
    ['a transfer has at least'],
  ],
  [
    'an entry without a transfer',
    `INSERT INTO ledger_entries (transfer_id, account_id, amount, created_at) VALUES ('${stray}',
      ${account('wallet')}, 1, now()), ('${stray}', 999999, -1, now())`,
    ['an entry belongs', "an account's balance"],
  ],
  [
    'a balance moved by a cent',
    `UPDATE ledger_accounts SET balance = balance + 1 WHERE id = ${account('wallet')}`,
    ["an account's balance"],
  ],
  [
    'a lost unfolded row',
    `DELETE FROM ledger_unfolded WHERE account_id = ${account('pending')}`,
    ["an account's balance", 'what is held', 'daily totals'],
  ],
  [
    'an unfolded row with another amount',
    `UPDATE ledger_unfolded SET amount = amount + 1 WHERE account_id = ${account('revenue')}`,
    ["an account's balance", 'daily totals'],
  ],
  [
    'a wallet that may go below zero',
    `UPDATE ledger_accounts SET allow_negative = true WHERE id = ${account('wallet')}`,
    ['an account that may not'],
  ],
  ['a lost hold', `DELETE FROM ledger_holds`, ['what is held']],
  ['a hold of another amount', `UPDATE ledger_holds SET amount = amount + 1`, ['what is held']],
  [
    'a release on a wallet',
    `UPDATE ledger_entries SET release_at = now() WHERE id = ${entry('wallet')}`,
    ['what is held', 'only held accounts'],
  ],
  [
    'a daily total out of place',
    `UPDATE ledger_daily_totals SET day = day + 1 WHERE account_id = ${account('revenue')}`,
    ['daily totals'],
  ],
  [
    'a reversal of another transfer',
    `UPDATE ledger_transfers SET reverses = (SELECT id FROM ledger_transfers WHERE kind = 'topUp')
      WHERE reverses IS NOT NULL`,
    ['a reversal takes back'],
  ],
];

test('the check finds nothing wrong in a ledger with folded, unfolded, released and reversed money', async () => {
  expect(await world.ledger.checkInvariants()).toEqual([]);
});

test.each(faults)('%s is found', async (_, statement, rules) => {
  await plant(statement);
  const found = new Set((await world.ledger.checkInvariants()).map(({ rule }) => rule));
  for (const rule of rules)
    expect(
      [...found].some((name) => name.startsWith(rule)),
      `${rule} in ${[...found].join('; ')}`,
    ).toBe(true);
});

test('every rule of the check can fail', () => {
  const proved = faults.flatMap(([, , rules]) => rules);
  expect(LEDGER_RULES.filter((rule) => !proved.some((start) => rule.startsWith(start)))).toEqual(
    [],
  );
});

test('a discrepancy names the account and the transfer', async () => {
  await plant(`UPDATE ledger_accounts SET balance = balance + 7 WHERE id = ${account('wallet')}`);
  const [found] = await world.ledger.checkInvariants();
  expect(found).toMatchObject({
    account: expect.stringMatching(/^\d+$/),
    found: (found?.expected ?? 0) + 7,
  });
});

test.each([
  'UPDATE ledger_entries SET amount = 1',
  'DELETE FROM ledger_entries',
  'TRUNCATE ledger_entries',
  'UPDATE ledger_transfers SET memo = NULL',
  'DELETE FROM ledger_transfers',
  'DELETE FROM ledger_accounts',
])('%s is refused', async (statement) => {
  await expect(world.database.pool.query(statement)).rejects.toThrow('the ledger only grows');
});

test('entries that do not balance are refused', async () => {
  const insert = (...amounts: number[]) =>
    world.database.pool.query(
      `INSERT INTO ledger_entries (transfer_id, account_id, amount, created_at)
        SELECT '${stray}', 1, amount, now() FROM unnest($1::bigint[]) amount`,
      [amounts],
    );
  await expect(insert(5, -4)).rejects.toThrow('does not balance');
  await expect(insert(5, 0, -5)).rejects.toThrow('ledger_entries_amount_check');
});

test('an account below zero is refused by the table itself', async () => {
  await expect(
    world.database.pool.query(
      `UPDATE ledger_accounts SET balance = -1 WHERE id = ${account('wallet')}`,
    ),
  ).rejects.toThrow('ledger_accounts_check');
});

test('a posting to an impossible account is refused', async () => {
  const post = (legs: object[]) =>
    world.database.pool.query('SELECT * FROM ledger_post($1)', [
      JSON.stringify([
        {
          id: newId(),
          kind: 'tip',
          key: newId(),
          hash: '\\x00',
          at: new Date(),
          legs,
        },
      ]),
    ]);
  const revenue = { account: 'revenue', amount: 1 };
  await expect(post([{ owner: fan, account: 'pocket', amount: -1 }, revenue])).rejects.toThrow(
    "can't be",
  );
  await expect(post([{ owner: fan, account: 'revenue', amount: -1 }, revenue])).rejects.toThrow(
    "can't be",
  );
  await expect(post([{ owner: null, account: 'wallet', amount: -1 }, revenue])).rejects.toThrow(
    "can't be",
  );
  await expect(
    post([
      { owner: fan, account: 'pending', amount: 1 },
      { account: 'revenue', amount: -1 },
    ]),
  ).rejects.toThrow('release');
});
