// The lifecycle of a session: opened by registration or log-in, renewed by its refresh token, ended
// by its owner or because a refresh token was reused.
import { createHmac, randomBytes } from 'node:crypto';
import type { SessionId, UserId } from '@camarim/contract/ids';
import { SESSION_SECONDS } from '@camarim/contract/limits';
import { newId } from '../../../platform/ids/new-id.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { RequestContext, Viewer } from '../../../platform/http/viewer.ts';
import { installationSecret } from '../../../platform/installation/secret.ts';
import type { Ctx } from '../../../context.ts';
import { markSeen } from '../../profiles/index.ts';
import { signAccessToken } from './access-token.ts';
import { recordAccess } from './access-records-store.ts';
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
import { hashToken } from '../../../platform/tokens/hash-token.ts';

// Only the hashes of refresh tokens are stored.
const TOKEN_BYTES = 32;

const newRefreshToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/**
 * The token that replaces `token` in its session, derived with the installation's key. It is always
 * the same, so two tabs that refresh at once, or a client that retries after a lost reply, get the
 * same token, and none has to be stored in clear.
 */
const successorOf = (token: string, sessionId: string, key: Buffer): string =>
  createHmac('sha256', key).update(`${sessionId} ${token}`).digest('base64url');

/** A client's credentials for a session. */
export type TokenPair = {
  token: string;
  refreshToken: string;
  userId: UserId;
  sessionId: SessionId;
};

/** A new session with its viewer. */
export type OpenedSession = TokenPair & { viewer: Viewer };

/** The device that a session is used on. */
export type Device = Pick<RequestContext, 'userAgent' | 'address'> &
  Partial<Pick<RequestContext, 'placeName' | 'port'>>;

/** Address and place of a refresh request. */
type RequestOrigin = Omit<Device, 'userAgent'>;

/**
 * How long a replaced token still returns its successor: two tabs may send the same token at once,
 * and a reply may be lost. It gives a thief no advantage: owner and thief then hold the same
 * successor, and the second use of that one after this time is detected as reuse.
 */
const GRACE_MS = 30_000;

const expiryFrom = (now: Date): Date => new Date(now.getTime() + SESSION_SECONDS * 1_000);

const pairOf = async (
  ctx: Ctx,
  userId: UserId,
  sessionId: SessionId,
  refreshToken: string,
): Promise<TokenPair> => ({
  token: await signAccessToken(ctx, userId, sessionId),
  refreshToken,
  userId,
  sessionId,
});

/** Opens a session in the caller's transaction; `secondFactor`: the person has just used one. */
export const openSession = async (
  ctx: Ctx,
  tx: Transaction | Database,
  userId: UserId,
  { userAgent, address, port = null, placeName = '' }: Device,
  secondFactor = false,
): Promise<OpenedSession> => {
  const now = ctx.clock.now();
  const refreshToken = newRefreshToken();
  const id = newId() as SessionId;
  const session = await insertSession(tx, {
    id,
    userId,
    refreshHash: hashToken(refreshToken),
    userAgent,
    address,
    port,
    place: placeName,
    secondFactor,
    now,
    expiresAt: expiryFrom(now),
  });
  const viewer = viewerOf(ctx, id, session);
  // Who leaves again before the minute is over was here, too.
  await markSeen(tx, [viewer.profileId], now);
  return { ...(await pairOf(ctx, userId, id, refreshToken)), viewer };
};

type RefreshOutcome =
  | { is: 'refreshed'; userId: UserId; sessionId: SessionId; refreshToken: string }
  | { is: 'refused' }
  | { is: 'reused'; sessionId: SessionId };

const rotate = async (
  ctx: Ctx,
  tx: Transaction,
  token: string,
  { address, port = null, placeName = '' }: RequestOrigin,
): Promise<RefreshOutcome> => {
  const now = ctx.clock.now();
  const used = hashToken(token);
  const session = await lockRefreshable(tx, used, now);
  if (!session) {
    const sessionId = await sessionOfUsedToken(tx, used);
    return sessionId ? { is: 'reused', sessionId } : { is: 'refused' };
  }
  if (!session.alive) return { is: 'refused' };
  const { id: sessionId, user_id: userId } = session;
  const next = successorOf(token, sessionId, await installationSecret(ctx.db, 'auth.refreshToken'));
  if (session.current) {
    await recordAccess(tx, { sessionId, userId, address, port, now });
    await rotateRefresh(tx, sessionId, {
      used,
      next: hashToken(next),
      now,
      expiresAt: expiryFrom(now),
      address,
      place: placeName,
    });
  } else if (now.getTime() - session.rotated_at.getTime() > GRACE_MS)
    return { is: 'reused', sessionId };
  return { is: 'refreshed', userId, sessionId, refreshToken: next };
};

/**
 * Publishes the ended sessions to all processes; a process that misses the message notices within
 * seconds (cache TTL).
 */
export const publishSessionsEnded = async (
  { bus, log }: Ctx,
  sessionIds: readonly SessionId[],
): Promise<void> => {
  if (sessionIds.length === 0) return;
  await bus
    .publish('sessionsEnded', { sessionIds })
    .catch((error: unknown) =>
      log.warn({ err: error }, 'ended sessions were not published on the bus'),
    );
};

/**
 * Ends every session of a user but `except`, in the caller's transaction; pass the result to
 * `publishSessionsEnded` after the commit.
 */
export const endSessionsOf = (
  { clock }: Ctx,
  tx: Transaction,
  userId: UserId,
  reason: EndReason,
  except?: SessionId,
): Promise<SessionId[]> => revokeSessions(tx, userId, { reason, now: clock.now(), except });

/**
 * Exchanges a refresh token for the next pair. A token that was replaced longer ago than the grace
 * period was copied: its session is ended. Throws auth.refreshRefused for that, and for unknown,
 * ended and expired ones.
 */
export const refreshSession = async (
  ctx: Ctx,
  token: string,
  from: RequestOrigin,
): Promise<TokenPair> => {
  // Throws outside of the transaction, because a throw inside would roll the revocation back.
  const refreshed = await transaction(ctx.db, async (tx) => {
    const outcome = await rotate(ctx, tx, token, from);
    if (outcome.is === 'reused')
      await revokeSession(tx, outcome.sessionId, 'reuse', ctx.clock.now());
    return outcome;
  });
  if (refreshed.is === 'refreshed')
    return pairOf(ctx, refreshed.userId, refreshed.sessionId, refreshed.refreshToken);
  if (refreshed.is === 'reused') {
    ctx.log.warn(
      { sessionId: refreshed.sessionId },
      'a refresh token was reused: its session was ended',
    );
    await publishSessionsEnded(ctx, [refreshed.sessionId]);
  }
  throw new AppError('auth.refreshRefused');
};

/** Ends the viewer's session, else the refresh token's; succeeds also when there is neither. */
export const endSession = async (
  ctx: Ctx,
  sessionId: SessionId | null,
  refreshToken: string | null,
): Promise<void> => {
  const id =
    sessionId ??
    (refreshToken === null ? null : await sessionOfToken(ctx.db, hashToken(refreshToken)));
  if (id && (await revokeSession(ctx.db, id, 'logout', ctx.clock.now())))
    await publishSessionsEnded(ctx, [id]);
};
