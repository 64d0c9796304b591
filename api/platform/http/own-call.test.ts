// Internal calls for a shared page count against no rate limit; every other call does.
import { expect, test } from 'vitest';
import { createGuard } from './guard.ts';
import { asOwnCall, isOwnCall } from './own-call.ts';

const guard = createGuard({
  limits: { take: async () => ({ allowed: false, remaining: 0, resetsInSeconds: 7 }) },
} as never);
const limit = () =>
  guard.limit(
    'GET /x',
    { id: 'x', summary: 'x', auth: 'public' } as never,
    { ip: '203.0.113.9', viewer: null } as never,
  );

test('a visitor above the rate limit is refused, while internal calls are not', async () => {
  await expect(limit()).rejects.toMatchObject({ code: 'request.tooMany' });
  await expect(asOwnCall(limit)).resolves.toBeUndefined();
  await expect(limit()).rejects.toMatchObject({ code: 'request.tooMany' });
});

test('a concurrent call beside an internal call is not internal', async () => {
  const seen = await Promise.all([asOwnCall(async () => isOwnCall()), (async () => isOwnCall())()]);
  expect(seen).toEqual([true, false]);
});
