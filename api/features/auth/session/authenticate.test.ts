// Resolving access tokens to viewers, and how soon changes take effect.
import { randomBytes } from 'node:crypto';
import type { ProfileId, UserId } from '@camarim/contract/ids';
import { MINUTE_MS } from '@camarim/contract/time';
import { SignJWT } from 'jose';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { transaction } from '../../../platform/database/transaction.ts';
import { TEST_PASSWORD, testApp } from '../../../testing/app.ts';
import type { TestApp } from '../../../testing/app.ts';
import { createAccount } from '../register-user.ts';
import { endSession, openSession } from './sessions.ts';
import type { TokenPair } from './sessions.ts';

let world: TestApp;
let account: { userId: UserId; profileId: ProfileId };
let session: TokenPair;

beforeAll(async () => {
  world = await testApp();
  account = await createAccount(world.services.auth, {
    username: 'bia',
    email: 'bia@example.com',
    password: TEST_PASSWORD,
    name: 'Bia',
    language: 'pt',
  });
});
beforeEach(async () => {
  const device = { userAgent: 'Firefox', address: '203.0.113.7' };
  session = await transaction(world.ctx.db, (tx) =>
    openSession(world.ctx, tx, account.userId, device),
  );
});

const viewerOf = (token: string) => world.services.auth.authenticate(token);
const revokeSilently = () =>
  world.ctx.db
    .updateTable('sessions')
    .set({ revoked_at: world.clock.now() })
    .where('id', '=', session.sessionId)
    .execute();
const setStage = (producer_stage: 'member' | 'requested' | 'approved' | 'rejected' | 'suspended') =>
  world.ctx.db
    .updateTable('profiles')
    .set({ producer_stage })
    .where('id', '=', account.profileId)
    .execute();
const lastSeen = async () =>
  (
    await world.ctx.db
      .selectFrom('profiles')
      .select('last_seen_at')
      .where('id', '=', account.profileId)
      .executeTakeFirstOrThrow()
  ).last_seen_at;

test('a valid access token resolves to its viewer', async () => {
  expect(await viewerOf(session.token)).toEqual({
    ...account,
    place: { country: null, state: null, city: null },
    sessionId: session.sessionId,
    producer: false,
    earner: false,
    admin: false,
    staffRole: null,
  });
});

test.each([
  ['member', false, false],
  ['requested', false, false],
  ['approved', true, true],
  ['rejected', false, false],
  ['suspended', false, true],
] as const)(
  'the viewer at stage %s has producer %s and earner %s',
  async (stage, producer, earner) => {
    await setStage(stage);
    expect(await viewerOf(session.token)).toMatchObject({ producer, earner });
    await setStage('member');
  },
);

test('the viewer of an administrator’s account has the administrator role', async () => {
  await world.ctx.db
    .updateTable('users')
    .set({ role: 'admin', staff_role: 'finance' })
    .where('id', '=', account.userId)
    .execute();
  expect(await viewerOf(session.token)).toMatchObject({ admin: true, staffRole: 'finance' });
  await world.ctx.db
    .updateTable('users')
    .set({ role: 'member', staff_role: null })
    .where('id', '=', account.userId)
    .execute();
});

test('concurrent lookups resolve each token to its own viewer, and an ended session to none', async () => {
  const device = { userAgent: 'Firefox', address: '203.0.113.7' };
  const others = await Promise.all(
    ['caio', 'duda', 'enzo'].map(async (username) => {
      const { userId, profileId } = await createAccount(world.services.auth, {
        username,
        email: `${username}@example.com`,
        password: TEST_PASSWORD,
        name: username,
        language: 'pt',
      });
      return {
        profileId,
        ...(await transaction(world.ctx.db, (tx) => openSession(world.ctx, tx, userId, device))),
      };
    }),
  );
  await revokeSilently();
  const found = await Promise.all(
    [...others, session, ...others.toReversed()].map(({ token }) => viewerOf(token)),
  );
  expect(found.map((viewer) => viewer?.profileId)).toEqual(
    [...others, { profileId: undefined }, ...others.toReversed()].map(({ profileId }) => profileId),
  );
});

test('a token with another key, algorithm or payload resolves to no viewer', async () => {
  const [header = '', payload = '', signature = ''] = session.token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<
    string,
    unknown
  >;
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const forged = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .sign(randomBytes(32));
  const unsigned = `${encode({ alg: 'none' })}.${payload}.`;
  const longer = `${header}.${encode({ ...claims, exp: 4_000_000_000 })}.${signature}`;
  for (const token of [forged, unsigned, longer, 'x', '', 'a.b.c', `${session.token}x`])
    expect(await viewerOf(token)).toBeNull();
});

test('an access token expires after fifteen minutes', async () => {
  world.clock.advance(15 * MINUTE_MS - 1_000);
  expect(await viewerOf(session.token)).not.toBeNull();
  world.clock.advance(1_000);
  expect(await viewerOf(session.token)).toBeNull();
});

test('an ended session is refused at once where the bus message arrives', async () => {
  expect(await viewerOf(session.token)).not.toBeNull();
  await endSession(world.ctx, session.sessionId, null);
  expect(await viewerOf(session.token)).toBeNull();
});

test('an ended session is refused within five seconds without the bus message', async () => {
  expect(await viewerOf(session.token)).not.toBeNull();
  await revokeSilently();
  expect(await viewerOf(session.token)).not.toBeNull();
  world.clock.advance(5_000);
  expect(await viewerOf(session.token)).toBeNull();
});

test('a lookup that was in progress when the session ended is not cached', async () => {
  const onItsWay = viewerOf(session.token);
  await revokeSilently();
  await world.ctx.bus.publish('sessionsEnded', { sessionIds: [session.sessionId] });
  await onItsWay;
  expect(await viewerOf(session.token)).toBeNull();
});

test('a blocked account resolves to no viewer within five seconds', async () => {
  expect(await viewerOf(session.token)).not.toBeNull();
  await world.ctx.db
    .updateTable('users')
    .set({ blocked_at: world.clock.now() })
    .where('id', '=', account.userId)
    .execute();
  world.clock.advance(5_000);
  expect(await viewerOf(session.token)).toBeNull();
  await world.ctx.db
    .updateTable('users')
    .set({ blocked_at: null })
    .where('id', '=', account.userId)
    .execute();
});

test('unknown and ended sessions are looked up each time, because refusals are not cached', async () => {
  await revokeSilently();
  expect(await viewerOf(session.token)).toBeNull();
  await world.ctx.db
    .updateTable('sessions')
    .set({ revoked_at: null })
    .where('id', '=', session.sessionId)
    .execute();
  expect(await viewerOf(session.token)).not.toBeNull();
});

test('a person who opens a session is seen at that moment', async () => {
  expect(await lastSeen()).toEqual(world.clock.now());
});

test('requests update "last seen" at most once a minute', async () => {
  world.clock.advance(60_000);
  await viewerOf(session.token);
  const first = await lastSeen();
  expect(first).toEqual(world.clock.now());
  for (let step = 0; step < 9; step += 1) {
    world.clock.advance(6_000);
    await viewerOf(session.token);
  }
  expect(await lastSeen()).toEqual(first);
  world.clock.advance(6_000);
  await viewerOf(session.token);
  expect(await lastSeen()).toEqual(world.clock.now());
});
