// Who holds a name holds it alone, in whatever process, and exactly as long as they live.
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { alone, HeldElsewhere, isHeld, Unwanted } from './alone.ts';

let one: TestDatabase;

beforeAll(async () => {
  one = await testDatabase({ empty: true, max: 6 });
});

const never = new AbortController().signal;
const always = async () => true;
const ask = (name: string) => ({ name, signal: never, wanted: always });
const untilAborted = (signal: AbortSignal) => sleep(60_000, undefined, { signal }).then(() => 'ended', () => signal.reason as Error);

test('two that come at once work one after the other, and others beside them', async () => {
  const at: string[] = [];
  const work = (what: string) => async () => {
    at.push(`${what} begins`);
    await sleep(300);
    at.push(`${what} ends`);
  };
  await Promise.all([alone(one.pool, ask('a'), work('first')), alone(one.pool, ask('a'), work('second'))]);
  expect(at).toEqual([expect.stringContaining('begins'), expect.stringContaining('ends'), expect.stringContaining('begins'), expect.stringContaining('ends')]);
  expect(new Set(at).size).toBe(4);
  await alone(one.pool, ask('a'), () => alone(one.pool, ask('b'), async () => expect(await isHeld(one.pool, 'b')).toBe(true)));
  expect(await isHeld(one.pool, 'b')).toBe(false);
});

test('one that comes while another works on is told so, and its own failure lets go', async () => {
  const done = new AbortController();
  const holding = alone(one.pool, { ...ask('long'), signal: done.signal }, untilAborted);
  await expect.poll(() => isHeld(one.pool, 'long')).toBe(true);
  await expect(alone(one.pool, ask('long'), always)).rejects.toThrow(HeldElsewhere);
  done.abort();
  await holding;
  await expect(alone(one.pool, ask('long'), () => Promise.reject(new Error('mine')))).rejects.toThrow('mine');
  expect(await isHeld(one.pool, 'long')).toBe(false);
});

test('work that nobody waits for any more is stopped', async () => {
  expect(await alone(one.pool, { ...ask('gone'), wanted: async () => false }, untilAborted)).toBeInstanceOf(Unwanted);
});

test('whose connection is cut is stopped before anybody else begins to wonder', async () => {
  const holding = alone(one.pool, ask('cut'), untilAborted);
  await expect.poll(() => isHeld(one.pool, 'cut')).toBe(true);
  await one.pool.query(`SELECT pg_terminate_backend(pid) FROM pg_locks l JOIN pg_database d ON d.oid = l.database WHERE l.locktype = 'advisory' AND d.datname = current_database()`);
  expect(await holding).toBeInstanceOf(Error);
  expect(await isHeld(one.pool, 'cut')).toBe(false);
});

test('work that goes on for hours takes no connection of the pool, so that it can use all of them itself', async () => {
  const small = await testDatabase({ empty: true, max: 1 });
  const worked = await alone(small.pool, ask('long work'), async () => (await small.pool.query<{ one: number }>('SELECT 1 AS one')).rows[0]?.one);
  expect(worked).toBe(1);
});
