// Concurrent calls run in one batch, and every caller gets its own result.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type CoalescerOptions, createCoalescer } from './coalescer.ts';

type Options = CoalescerOptions<number, number>;

/** A coalescer that doubles numbers, refuses 13, and records its batches. */
const doubling = (options: Partial<Options> = {}, waitMs = 5) => {
  const batches: number[][] = [];
  const run: Options['run'] = async (batch) => {
    batches.push(batch);
    await sleep(waitMs);
    return batch.map((item) =>
      item === 13 ? { error: new Error('unlucky') } : { value: item * 2 },
    );
  };
  const call = createCoalescer<number, number>({
    run,
    maxBatch: 10,
    maxInFlight: 2,
    patienceMs: 50,
    maxQueued: 100,
    overflow: () => new Error('too many'),
    ...options,
  });
  return { call, batches };
};

test('an idle coalescer runs a single call at once', async () => {
  const { call, batches } = doubling();
  expect(await call(4)).toBe(8);
  expect(batches).toEqual([[4]]);
});

test('concurrent calls run in one batch, in their order', async () => {
  const { call, batches } = doubling();
  expect(await Promise.all([1, 2, 3].map(call))).toEqual([2, 4, 6]);
  expect(batches).toEqual([[1, 2, 3]]);
});

/** A run that says when it has begun, and ends when it is released. */
const heldRun = () => {
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  return {
    begun: begun.promise,
    release: () => released.resolve(),
    hold: () => (begun.resolve(), released.promise),
  };
};

test('calls that arrive during a run wait and form the next batch', async () => {
  const { begun, release, hold } = heldRun();
  const batches: number[][] = [];
  const { call } = doubling({
    patienceMs: 60_000,
    run: async (batch) => {
      batches.push(batch);
      if (batch.includes(1)) await hold();
      return batch.map((item) => ({ value: item }));
    },
  });
  const first = call(1);
  await begun;
  const others = Promise.all([2, 3, 4].map(call));
  release();
  await first;
  await others;
  expect(batches).toEqual([[1], [2, 3, 4]]);
});

test('another run starts beside a slow one after the waiting time', async () => {
  const { begun, release, hold } = heldRun();
  const { call } = doubling({
    patienceMs: 5,
    run: async (batch) => {
      if (batch.includes(1)) await hold();
      return batch.map((item) => ({ value: item }));
    },
  });
  const first = call(1);
  await begun;
  expect(await call(2)).toBe(2);
  expect(await call(3)).toBe(3);
  release();
  expect(await first).toBe(1);
});

test('a refused item fails without the others of its batch', async () => {
  const { call } = doubling();
  const results = await Promise.allSettled([1, 13, 3].map(call));
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('a run that throws fails the callers of its batch only', async () => {
  let broken = true;
  const { call } = doubling({
    run: async (batch) => {
      if (broken) throw new Error('database gone');
      return batch.map((item) => ({ value: item }));
    },
  });
  await expect(Promise.all([call(1), call(2)])).rejects.toThrow('database gone');
  broken = false;
  expect(await call(3)).toBe(3);
});

test('the batch size and the number of concurrent runs are bounded', async () => {
  let running = 0;
  let most = 0;
  const { call } = doubling({
    maxBatch: 4,
    run: async (batch) => {
      expect(batch.length).toBeLessThanOrEqual(4);
      most = Math.max(most, ++running);
      await sleep(2);
      running -= 1;
      return batch.map((item) => ({ value: item }));
    },
  });
  const items = Array.from({ length: 50 }, (_, index) => index);
  expect(await Promise.all(items.map(call))).toEqual(items);
  expect(most).toBe(2);
});

test('a full queue refuses at once', async () => {
  const { call } = doubling({ maxQueued: 2, maxInFlight: 1 }, 20);
  const results = await Promise.allSettled([1, 2, 3].map(call));
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
});
