// A Redis that hangs costs one short wait, and the next calls none.
import { expect, test } from 'vitest';
import { patience, RedisSilent } from './patience.ts';

test('an answer in time is passed on, and so is a failure', async () => {
  const inTime = patience();
  expect(await inTime(async () => 7)).toBe(7);
  await expect(inTime(async () => Promise.reject(new Error('WRONGTYPE')))).rejects.toThrow(
    'WRONGTYPE',
  );
  expect(await inTime(async () => 8)).toBe(8);
});

test('after an answer that did not come nothing is asked for a second, then again', async () => {
  let nowMs = 0;
  const inTime = patience({ answerMs: 5, nowMs: () => nowMs });
  let asked = 0;
  const silent = (): Promise<never> => {
    asked += 1;
    return new Promise(() => undefined);
  };
  await expect(inTime(silent)).rejects.toThrow(RedisSilent);
  await expect(inTime(silent)).rejects.toThrow('a moment ago');
  expect(asked).toBe(1);
  nowMs += 1_001;
  expect(await inTime(async () => 'back')).toBe('back');
});
