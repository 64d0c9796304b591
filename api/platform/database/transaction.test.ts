// Retries of transactions that the database rolled back because of a conflict.
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import type { TestDatabase } from '../../testing/database.ts';
import { type Connection, connectDatabase } from './database.ts';
import { afterCommit, afterEnd, transaction } from './transaction.ts';
import type { Transaction } from './transaction.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase({ empty: true });
  await database.pool.query('CREATE TABLE counters (id int PRIMARY KEY, value int NOT NULL)');
  await database.pool.query('INSERT INTO counters VALUES (1, 0), (2, 0)');
});

const bump = (tx: Transaction, id: number) =>
  sql`UPDATE counters SET value = value + 1 WHERE id = ${id}`.execute(tx);

/**
 * Two writers lock the two rows in opposite order and wait for each other before the second lock.
 */
async function meetInDeadlock(retries: number) {
  let runs = 0;
  let holding = 0;
  let release = () => {};
  const bothHoldOne = new Promise<void>((resolve) => (release = resolve));
  const writer = (first: number, second: number) =>
    transaction(
      database.db,
      async (tx) => {
        runs += 1;
        await bump(tx, first);
        holding += 1;
        if (holding === 2) release();
        await bothHoldOne;
        await bump(tx, second);
      },
      { retries },
    );
  const results = await Promise.allSettled([writer(1, 2), writer(2, 1)]);
  return { runs, results };
}

test('the transaction that lost a deadlock is retried, and both writes count once', async () => {
  const before = await total();
  const { runs, results } = await meetInDeadlock(4);
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'fulfilled']);
  // Once more for the loser; on a busy machine they may meet again.
  expect(runs).toBeGreaterThan(2);
  expect((await total()) - before).toBe(4);
});

test('a transaction without retries that lost a deadlock fails and leaves no trace', async () => {
  const before = await total();
  const { results } = await meetInDeadlock(0);
  const losers = results.filter((result) => result.status === 'rejected');
  expect(losers).toHaveLength(1);
  expect(losers[0]?.reason).toMatchObject({ code: '40P01' });
  expect((await total()) - before).toBe(2);
});

test('an error of the callback rolls the transaction back without a retry', async () => {
  const before = await total();
  let runs = 0;
  const failing = transaction(database.db, async (tx) => {
    runs += 1;
    await bump(tx, 1);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(runs).toBe(1);
  expect(await total()).toBe(before);
});

test('the retries of a transaction are bounded', async () => {
  let runs = 0;
  const failing = transaction(
    database.db,
    async () => {
      runs += 1;
      throw Object.assign(new Error('could not serialize'), { code: '40001' });
    },
    { retries: 2 },
  );
  await expect(failing).rejects.toThrow('could not serialize');
  expect(runs).toBe(3);
});

async function total(): Promise<number> {
  const { rows } = await database.pool.query<{ total: number }>(
    'SELECT sum(value)::int8 AS total FROM counters',
  );
  return rows[0]?.total ?? 0;
}

test('an effect that is passed twice runs once, after the commit', async () => {
  const seen: string[] = [];
  const effect = () => void seen.push('effect');
  await transaction(database.db, async (tx) => {
    afterCommit(tx, effect);
    await bump(tx, 1);
    afterCommit(tx, effect);
    seen.push('written');
  });
  expect(seen).toEqual(['written', 'effect']);
});

test('an effect of a rolled back transaction does not run', async () => {
  let ran = false;
  const failing = transaction(database.db, async (tx) => {
    afterCommit(tx, () => (ran = true));
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(ran).toBe(false);
});

describe('work after the end of a transaction that fails', () => {
  const conflict = () => Object.assign(new Error('a deadlock elsewhere'), { code: '40P01' });
  const heard: unknown[] = [];
  let listened: Connection;
  beforeAll(() => {
    listened = connectDatabase(database.url, {
      max: 2,
      onLateError: (error) => heard.push((error as Error).message),
    });
    return () => listened.close();
  });
  beforeEach(() => void heard.splice(0));

  test('an effect of the commit that throws writes nothing again, and the caller gets the result', async () => {
    const before = await total();
    const seen: string[] = [];
    const result = await transaction(listened.db, async (tx) => {
      await bump(tx, 1);
      afterCommit(tx, () => {
        throw conflict();
      });
      afterCommit(tx, () => void seen.push('the next effect'));
      return 'written';
    });
    expect([result, seen, heard]).toEqual([
      'written',
      ['the next effect'],
      ['a deadlock elsewhere'],
    ]);
    expect((await total()) - before).toBe(1);
  });

  test('work after a commit that fails is reported, and the caller gets the result of what was written', async () => {
    const before = await total();
    const result = await transaction(listened.db, async (tx) => {
      await bump(tx, 1);
      afterEnd(tx, () => Promise.reject(conflict()));
      return 'written';
    });
    expect([result, heard]).toEqual(['written', ['a deadlock elsewhere']]);
    expect((await total()) - before).toBe(1);
  });

  test('work after a rollback that fails is reported, and the caller gets the refusal itself', async () => {
    const refused = transaction(listened.db, async (tx) => {
      afterEnd(tx, async () => {
        throw conflict();
      });
      throw new Error('refused');
    });
    await expect(refused).rejects.toThrow('refused');
    expect(heard).toEqual(['a deadlock elsewhere']);
  });
});
