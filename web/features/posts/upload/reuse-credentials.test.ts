// Tries of one file share their credentials while those hold.
import { expect, test } from 'vitest';
import { reuseCredentials } from './reuse-credentials.ts';

test('a try uses the credentials of the one before while they hold for more than a second, and new ones after that', async () => {
  let asked = 0;
  let nowMs = 0;
  const credentials = reuseCredentials(
    async () => ({ number: (asked += 1), expiresAt: new Date(nowMs + 10_000).toISOString() }),
    () => nowMs,
  );
  expect((await credentials()).number).toBe(1);
  nowMs = 8_999;
  expect((await credentials()).number).toBe(1);
  nowMs = 9_000;
  expect((await credentials()).number).toBe(2);
});

test('credentials that could not be had are asked for again', async () => {
  let asked = 0;
  const credentials = reuseCredentials(
    async () => {
      asked += 1;
      if (asked === 1) throw new Error('no network');
      return { expiresAt: new Date(60_000).toISOString() };
    },
    () => 0,
  );
  await expect(credentials()).rejects.toThrow('no network');
  await credentials();
  expect(asked).toBe(2);
});
