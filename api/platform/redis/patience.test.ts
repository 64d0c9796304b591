// A hanging Redis costs one short wait; the next calls fail at once.
import { expect, test } from 'vitest';
import { createTimeout, RedisTimeout } from './timeout.ts';

test('a reply in time and an error are passed on', async () => {
  const inTime = createTimeout();
  expect(await inTime(async () => 7)).toBe(7);
  await expect(inTime(async () => Promise.reject(new Error('WRONGTYPE')))).rejects.toThrow(
    'WRONGTYPE',
  );
  expect(await inTime(async () => 8)).toBe(8);
});

test('calls to Redis fail at once for a second after a missing reply, then it is called again', async () => {
  let nowMs = 0;
  const inTime = createTimeout({ answerMs: 5, nowMs: () => nowMs });
  let asked = 0;
  const silent = (): Promise<never> => {
    asked += 1;
    return new Promise(() => undefined);
  };
  await expect(inTime(silent)).rejects.toThrow(RedisTimeout);
  await expect(inTime(silent)).rejects.toThrow('a moment ago');
  expect(asked).toBe(1);
  nowMs += 1_001;
  expect(await inTime(async () => 'back')).toBe('back');
});
