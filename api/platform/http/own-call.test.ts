// Calls for a shared page count against nobody's limit; every other call does.
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

test('a visitor who has no calls left is refused, and the server itself is not', async () => {
  await expect(limit()).rejects.toMatchObject({ code: 'request.tooMany' });
  await expect(asOwnCall(limit)).resolves.toBeUndefined();
  await expect(limit()).rejects.toMatchObject({ code: 'request.tooMany' });
});

test('what runs at the same time beside an own call is not one', async () => {
  const seen = await Promise.all([asOwnCall(async () => isOwnCall()), (async () => isOwnCall())()]);
  expect(seen).toEqual([true, false]);
});
