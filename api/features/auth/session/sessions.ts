// A session's life: opened by registering or logging in, carried on by its refresh token, ended by
// its owner or by misuse.
import { randomUUIDv7 } from 'node:crypto';
import type { SessionId, UserId } from '@camarim/contract/ids';
import { SESSION_SECONDS } from '@camarim/contract/limits';
import { transaction } from '../../../platform/database/transaction.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { RequestContext, Viewer } from '../../../platform/http/viewer.ts';
import { installationSecret } from '../../../platform/installation/secret.ts';
import type { Platform } from '../../../platform/platform.ts';
import { signAccessToken } from './access-token.ts';
import { hashOfToken, newRefreshToken, successorOf } from './refresh-token.ts';
import { revokeSessions } from './session-store.ts';
import type { EndReason } from './session-store.ts';
import { viewerOf } from './viewer-of.ts';
import {
  insertSession,
  lockRefreshable,
  revokeSession,
  rotateRefresh,
  sessionOfToken,
  sessionOfUsedToken,
} from '../store.ts';

/** What a client needs to speak for a user. */
export type TokenPair = {
  token: string;
  refreshToken: string;
  userId: UserId;
  sessionId: SessionId;
};

/** A session that has just begun, and who is behind it. */
export type Opened = TokenPair & { viewer: Viewer };

/** Where a session is used from. */
export type Device = Pick<RequestContext, 'userAgent' | 'address'> &
  Partial<Pick<RequestContext, 'placeName'>>;

/** Where a refresh comes from. */
type From = Omit<Device, 'userAgent'>;

/**
 * How long a token that was just replaced still leads to the one in force: two tabs that wake up at
 * the same moment send the same token, and an answer may be lost on the way. A thief with it gains
 * nothing that the token did not give a moment before: both then hold the same successor, and
 * whoever is second to use that one up is found out.
 */
const GRACE_MS = 30_000;

type Using = Pick<Platform, 'db' | 'clock' | 'bus' | 'log'>;

const expiryFrom = (now: Date): Date => new Date(now.getTime() + SESSION_SECONDS * 1_000);

const pairOf = async (
  platform: Using,
  userId: UserId,
  sessionId: SessionId,
  refreshToken: string,
): Promise<TokenPair> => ({
  token: await signAccessToken(platform, userId, sessionId),
  refreshToken,
  userId,
  sessionId,
});

/**
 * Opens a session with the caller's transaction; `secondFactor` tells that the person has just
 * proved one.
 */
export const openSession = async (
  platform: Using & Pick<Platform, 'config' | 'seal'>,
  tx: Transaction | Database,
  userId: UserId,
  { userAgent, address, placeName = '' }: Device,
  secondFactor = false,
): Promise<Opened> => {
  const now = platform.clock.now();
  const refreshToken = newRefreshToken();
  const id = randomUUIDv7() as SessionId;
  const session = await insertSession(tx, {
    id,
    userId,
    refreshHash: hashOfToken(refreshToken),
    userAgent,
    address,
    place: placeName,
    secondFactor,
    now,
    expiresAt: expiryFrom(now),
  });
  return {
    ...(await pairOf(platform, userId, id, refreshToken)),
    viewer: viewerOf(platform, id, session),
  };
};

type Refreshed =
  | { is: 'refreshed'; userId: UserId; sessionId: SessionId; refreshToken: string }
  | { is: 'refused' }
  | { is: 'reused'; sessionId: SessionId };

const rotate = async (
  platform: Using,
  tx: Transaction,
  token: string,
  { address, placeName = '' }: From,
): Promise<Refreshed> => {
  const now = platform.clock.now();
  const used = hashOfToken(token);
  const session = await lockRefreshable(tx, used, now);
  if (!session) {
    const sessionId = await sessionOfUsedToken(tx, used);
    return sessionId ? { is: 'reused', sessionId } : { is: 'refused' };
  }
  if (!session.alive) return { is: 'refused' };
  const { id: sessionId, user_id: userId } = session;
  const next = successorOf(
    token,
    sessionId,
    await installationSecret(platform.db, 'auth.refreshToken'),
  );
  if (session.current)
    await rotateRefresh(tx, sessionId, {
      used,
      next: hashOfToken(next),
      now,
      expiresAt: expiryFrom(now),
      address,
      place: placeName,
    });
  else if (now.getTime() - session.rotated_at.getTime() > GRACE_MS)
    return { is: 'reused', sessionId };
  return { is: 'refreshed', userId, sessionId, refreshToken: next };
};

/** Tells every process; one that does not hear it notices within seconds by itself. */
export const announceEnds = async (
  { bus, log }: Using,
  sessionIds: readonly SessionId[],
): Promise<void> => {
  if (sessionIds.length === 0) return;
  await bus
    .publish('sessionsEnded', { sessionIds })
    .catch((error: unknown) => log.warn({ err: error }, 'the end of a session was not announced'));
};

/**
 * Ends every session of a person, or every one but `kept`, with the caller's transaction; give the
 * answer to `announceEnds` after it.
 */
export const endSessionsOf = (
  { clock }: Using,
  tx: Transaction,
  userId: UserId,
  reason: EndReason,
  kept?: SessionId,
): Promise<SessionId[]> => revokeSessions(tx, userId, { reason, now: clock.now(), kept });

/**
 * Trades a refresh token for the next pair. One that was replaced before, and not just now, is
 * somebody's copy: its session ends for everybody. Throws auth.refreshRefused for that, and for
 * unknown, ended and run out ones.
 */
export const refreshSession = async (
  platform: Using,
  token: string,
  from: From,
): Promise<TokenPair> => {
  // Refused outside of the transaction, because a throw inside would take the revocation back.
  const refreshed = await transaction(platform.db, async (tx) => {
    const outcome = await rotate(platform, tx, token, from);
    if (outcome.is === 'reused')
      await revokeSession(tx, outcome.sessionId, 'reuse', platform.clock.now());
    return outcome;
  });
  if (refreshed.is === 'refreshed')
    return pairOf(platform, refreshed.userId, refreshed.sessionId, refreshed.refreshToken);
  if (refreshed.is === 'reused') {
    platform.log.warn(
      { sessionId: refreshed.sessionId },
      'a used refresh token came back: its session was ended',
    );
    await announceEnds(platform, [refreshed.sessionId]);
  }
  throw new AppError('auth.refreshRefused');
};

/** Ends the session of the viewer, or else of the refresh token; none of them is no failure. */
export const endSession = async (
  platform: Using,
  sessionId: SessionId | null,
  refreshToken: string | null,
): Promise<void> => {
  const id =
    sessionId ??
    (refreshToken === null ? null : await sessionOfToken(platform.db, hashOfToken(refreshToken)));
  if (id && (await revokeSession(platform.db, id, 'logout', platform.clock.now())))
    await announceEnds(platform, [id]);
};
