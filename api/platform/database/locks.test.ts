// A name is held by one piece of work in the whole installation, on a connection of its own, and not longer than its process lives.
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { createLocks, LockBusy, type Locks } from './locks.ts';

let database: TestDatabase;
/** As two processes would have them. */
let one: Locks;
let other: Locks;

beforeAll(async () => {
  // A pool of one connection: work that holds a lock still has it for itself.
  database = await testDatabase({ empty: true, max: 1 });
  [one, other] = [createLocks(database.pool, 2_000), createLocks(database.pool, 200)];
  return async () => {
    await Promise.all([one.close(), other.close()]);
  };
});

/** Holds a name until it is told to let go. */
const holding = async (locks: Locks, name: string) => {
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const done = locks.hold(name, () => {
    begin();
    return promise;
  });
  await begun;
  return { letGo, done };
};

test('work of one process under one name runs one after the other, and under other names beside it', async () => {
  let running = 0;
  let most = 0;
  const work = async (): Promise<void> => {
    running += 1;
    most = Math.max(most, running);
    await sleep(20);
    running -= 1;
  };
  await Promise.all(Array.from({ length: 5 }, () => one.hold('same', work)));
  expect(most).toBe(1);
  await Promise.all(['a', 'b', 'c'].map((name) => one.hold(name, work)));
  expect(most).toBe(3);
});

test('another process waits, gives up after a while, and comes in when the name is free', async () => {
  const first = await holding(one, 'shared');
  await expect(other.hold('shared', async () => 'in')).rejects.toThrow(LockBusy);
  first.letGo();
  await first.done;
  expect(await other.hold('shared', async () => 'in')).toBe('in');
});

test('holding many names takes no connection from the pool', async () => {
  const held = await Promise.all(Array.from({ length: 8 }, (_, index) => holding(one, `many ${index}`)));
  expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  for (const { letGo } of held) letGo();
  await Promise.all(held.map(({ done }) => done));
});

test('work that fails lets go of its name', async () => {
  await expect(one.hold('failing', () => Promise.reject(new Error('of the work')))).rejects.toThrow('of the work');
  expect(await other.hold('failing', async () => 'in')).toBe('in');
});

test('the names of a connection that was cut are free for others, and the next lock opens a new connection', async () => {
  const first = await holding(one, 'cut');
  await database.pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`);
  await expect.poll(() => other.hold('cut', async () => 'in').catch(String)).toBe('in');
  first.letGo();
  await first.done;
  expect(await one.hold('cut', async () => 'again')).toBe('again');
});
