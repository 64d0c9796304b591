// The command says what it found and ends with 1 when a cent is out of place.
import { beforeAll, expect, test } from 'vitest';
import type { ProfileId } from '@camarim/contract/ids';
import { type TestLedger, testLedger } from '../testing/ledger/ledger.ts';
import { runCommand } from '../testing/run-command.ts';

let world: TestLedger;

beforeAll(async () => {
  world = await testLedger();
  const [fan] = (await world.people(1)) as [ProfileId];
  await world.fill(fan, 5_000);
});

const check = () => runCommand(world.database.url, 'check-ledger');

test('a ledger in order', async () => {
  expect(await check()).toEqual({
    code: 0,
    output: expect.stringMatching(/^2 entries, \d+ rules, 0 discrepancies, [\d.]+ s\n$/),
  });
});

test('a discrepancy of one cent is reported with its account, and the exit code is 1', async () => {
  await world.database.pool.query(
    "UPDATE ledger_accounts SET balance = balance + 1 WHERE kind = 'wallet'",
  );
  const { code, output } = await check();
  expect(code).toBe(1);
  expect(output).toMatch(
    /NOT TRUE: an account's balance is the sum of its folded entries\n {2}account \d+ expected 5000 found 5001\n/,
  );
});
