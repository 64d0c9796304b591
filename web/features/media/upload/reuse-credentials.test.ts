// Retries of one file share their upload credentials until those expire.
import { expect, test } from 'vitest';
import { reuseCredentials } from './reuse-credentials.ts';

test('a retry reuses upload credentials that are valid for more than a second, and then gets new ones', async () => {
  let calls = 0;
  let nowMs = 0;
  const credentials = reuseCredentials(
    async () => ({ number: (calls += 1), expiresAt: new Date(nowMs + 10_000).toISOString() }),
    () => nowMs,
  );
  expect((await credentials()).number).toBe(1);
  nowMs = 8_999;
  expect((await credentials()).number).toBe(1);
  nowMs = 9_000;
  expect((await credentials()).number).toBe(2);
});

test('upload credentials are requested again after a failed request', async () => {
  let calls = 0;
  const credentials = reuseCredentials(
    async () => {
      calls += 1;
      if (calls === 1) throw new Error('no network');
      return { expiresAt: new Date(60_000).toISOString() };
    },
    () => 0,
  );
  await expect(credentials()).rejects.toThrow('no network');
  await credentials();
  expect(calls).toBe(2);
});
