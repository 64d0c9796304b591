// The lifecycle of a session: rotation, grace period, reuse detection, and ending it.
import type { UserId } from '@camarim/contract/ids';
import { DAY_MS, MINUTE_MS } from '@camarim/contract/time';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { transaction } from '../../../platform/database/transaction.ts';
import { TEST_PASSWORD, testApp } from '../../../testing/app.ts';
import type { TestApp } from '../../../testing/app.ts';
import { createAccount } from '../register-user.ts';
import { deleteStale } from '../store.ts';
import { endSession, openSession, refreshSession } from './sessions.ts';
import type { TokenPair } from './sessions.ts';

const REFUSED = { code: 'auth.refreshRefused' };

let world: TestApp;
let userId: UserId;
let session: TokenPair;

const refresh = (token: string) => refreshSession(world.ctx, token, { address: '203.0.113.7' });
const open = () =>
  transaction(world.ctx.db, (tx) =>
    openSession(world.ctx, tx, userId, { userAgent: 'Firefox', address: '203.0.113.7' }),
  );
const isAlive = async (pair: TokenPair) =>
  (await world.services.auth.authenticate(pair.token)) !== null;
const passMs = (durationMs: number) => world.clock.advance(durationMs);

beforeAll(async () => {
  world = await testApp();
  ({ userId } = await createAccount(world.services.auth, {
    username: 'ana',
    email: 'ana@example.com',
    password: TEST_PASSWORD,
    name: 'Ana',
    language: 'pt',
  }));
});
beforeEach(async () => {
  session = await open();
});

test('a refresh token is exchanged for the next pair of the same session', async () => {
  const next = await refresh(session.refreshToken);
  expect(next).toMatchObject({ userId, sessionId: session.sessionId });
  expect(next.refreshToken).not.toBe(session.refreshToken);
  const third = await refresh(next.refreshToken);
  expect(new Set([session.refreshToken, next.refreshToken, third.refreshToken]).size).toBe(3);
  expect(await isAlive(third)).toBe(true);
});

test('tabs that refresh at once get the same token and the session stays open', async () => {
  const tabs = await Promise.all(Array.from({ length: 6 }, () => refresh(session.refreshToken)));
  expect(new Set(tabs.map(({ refreshToken }) => refreshToken)).size).toBe(1);
  await expect(refresh(tabs[0]?.refreshToken ?? '')).resolves.toMatchObject({
    sessionId: session.sessionId,
  });
});

test('a client that retries a refresh within half a minute gets the same token', async () => {
  const lost = await refresh(session.refreshToken);
  passMs(29_000);
  expect((await refresh(session.refreshToken)).refreshToken).toBe(lost.refreshToken);
});

test('a refresh token that is reused later ends the session', async () => {
  const next = await refresh(session.refreshToken);
  passMs(31_000);
  expect(await isAlive(next)).toBe(true);
  await expect(refresh(session.refreshToken)).rejects.toMatchObject(REFUSED);
  expect(await isAlive(next)).toBe(false);
  await expect(refresh(next.refreshToken)).rejects.toMatchObject(REFUSED);
  const row = await world.ctx.db
    .selectFrom('sessions')
    .select(['revoked_at', 'revoke_reason'])
    .where('id', '=', session.sessionId)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ revoked_at: world.clock.now(), revoke_reason: 'reuse' });
  expect(world.lines.join('')).toContain('a refresh token was reused');
});

test('a refresh token from two rotations ago ends the session even within the grace period', async () => {
  const next = await refresh(session.refreshToken);
  const third = await refresh(next.refreshToken);
  await expect(refresh(session.refreshToken)).rejects.toMatchObject(REFUSED);
  await expect(refresh(third.refreshToken)).rejects.toMatchObject(REFUSED);
});

test('a stolen token that is used within the grace period is detected at the next rotation', async () => {
  const owner = await refresh(session.refreshToken);
  const thief = await refresh(session.refreshToken);
  passMs(15 * MINUTE_MS);
  const ahead = await refresh(owner.refreshToken);
  passMs(15 * MINUTE_MS);
  await expect(refresh(thief.refreshToken)).rejects.toMatchObject(REFUSED);
  expect(await isAlive(ahead)).toBe(false);
});

test('reuse of a refresh token ends one session, not the person’s others', async () => {
  const other = await open();
  await refresh(session.refreshToken);
  passMs(31_000);
  await expect(refresh(session.refreshToken)).rejects.toMatchObject(REFUSED);
  expect(await isAlive(other)).toBe(true);
});

test('a session lives seven days from its last refresh', async () => {
  passMs(7 * DAY_MS - 1);
  const next = await refresh(session.refreshToken);
  passMs(7 * DAY_MS - 1);
  const last = await refresh(next.refreshToken);
  passMs(7 * DAY_MS);
  await expect(refresh(last.refreshToken)).rejects.toMatchObject(REFUSED);
});

test.each(['', 'x', 'a'.repeat(43)])('an unknown refresh token is refused: "%s"', async (token) => {
  await expect(refresh(token)).rejects.toMatchObject(REFUSED);
});

test('a blocked account can’t refresh its session', async () => {
  await world.ctx.db
    .updateTable('users')
    .set({ blocked_at: world.clock.now() })
    .where('id', '=', userId)
    .execute();
  await expect(refresh(session.refreshToken)).rejects.toMatchObject(REFUSED);
  await world.ctx.db
    .updateTable('users')
    .set({ blocked_at: null })
    .where('id', '=', userId)
    .execute();
});

test('logging out ends the session at once, by access token or by refresh token', async () => {
  const other = await open();
  expect([await isAlive(session), await isAlive(other)]).toEqual([true, true]);
  await endSession(world.ctx, session.sessionId, null);
  await endSession(world.ctx, null, other.refreshToken);
  expect([await isAlive(session), await isAlive(other)]).toEqual([false, false]);
  await expect(refresh(other.refreshToken)).rejects.toMatchObject(REFUSED);
  await expect(endSession(world.ctx, null, 'unknown')).resolves.toBeUndefined();
});

test('session tokens are in clear neither in the database nor in the log', async () => {
  const next = await refresh(session.refreshToken);
  const { rows } = await world.ctx.pool.query(
    'SELECT s::text AS row FROM sessions s UNION ALL SELECT r::text FROM rotated_refresh_tokens r',
  );
  const stored = rows.map(({ row }: { row: string }) => row).join('\n') + world.lines.join('\n');
  for (const secret of [session.refreshToken, session.token, next.refreshToken])
    expect(stored).not.toContain(secret);
});

test('the nightly sweep deletes sessions that ended over a week ago and keeps the rest', async () => {
  const next = await refresh(session.refreshToken);
  const ended = await open();
  await endSession(world.ctx, ended.sessionId, null);
  passMs(6 * DAY_MS);
  const kept = await refresh(next.refreshToken);
  passMs(2 * DAY_MS);
  await deleteStale(world.ctx.db, new Date(world.clock.now().getTime() - 7 * DAY_MS));
  const sessions = await world.ctx.db.selectFrom('sessions').select('id').execute();
  expect(sessions.map(({ id }) => id)).toContain(session.sessionId);
  expect(sessions.map(({ id }) => id)).not.toContain(ended.sessionId);
  const used = await world.ctx.db
    .selectFrom('rotated_refresh_tokens')
    .select('rotated_at')
    .where('session_id', '=', session.sessionId)
    .execute();
  expect(used).toHaveLength(1);
  await expect(refresh(kept.refreshToken)).resolves.toBeDefined();
});
