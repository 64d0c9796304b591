// Resolves an access token to its viewer. Runs on each request, so viewers are cached for a few
// seconds.
import { LRUCache } from 'lru-cache';
import type { SessionId } from '@camarim/contract/ids';
import { createCoalescer, outcomeOf } from '../../../platform/coalescer/coalescer.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Authenticate, Viewer } from '../../../platform/http/viewer.ts';
import type { Ctx } from '../../../context.ts';
import { markSeen } from '../../profiles/index.ts';
import { readAccessToken } from './access-token.ts';
import { loadSessions, type SessionRow, touchSessions } from '../store.ts';
import { viewerOf } from './viewer-of.ts';

/**
 * The longest delay before a revoked session, a new role or a blocked account takes effect, even
 * when a process missed the bus message.
 */
const CACHE_TTL_MS = 5_000;
const CACHE_MAX = 50_000;
/** Precision of "last seen". */
const LAST_SEEN_INTERVAL_MS = 60_000;
/** Concurrent session lookups share a query. */
const LOOKUP = { maxBatch: 256, maxInFlight: 4, patienceMs: 5, maxQueued: 20_000 };

type CachedViewer = {
  viewer: Promise<Viewer | null>;
  sessionId: SessionId | null;
  untilMs: number;
};

/** Loads the sessions and updates their owners' "last seen", at most once a minute. */
const lookUp = async (
  { db, clock }: Ctx,
  sessionIds: readonly SessionId[],
): Promise<(SessionRow | null)[]> => {
  const now = clock.now();
  const sessions = await loadSessions(db, sessionIds, now);
  const unseen = sessionIds.flatMap((id, at) => {
    const session = sessions[at];
    return session && now.getTime() - session.last_used_at.getTime() >= LAST_SEEN_INTERVAL_MS
      ? { id, profileId: session.profile_id }
      : [];
  });
  if (unseen.length > 0)
    await Promise.all([
      touchSessions(
        db,
        unseen.map(({ id }) => id),
        now,
      ),
      markSeen(
        db,
        unseen.map(({ profileId }) => profileId),
        now,
      ),
    ]);
  return sessions;
};

/** Subscribes to the bus, so that ended sessions leave the cache. */
export const createAuthenticate = (ctx: Ctx): Authenticate => {
  const viewerBehind = createCoalescer<SessionId, Viewer | null>({
    ...LOOKUP,
    overflow: () => new AppError('server.unavailable', { retryAfterSeconds: 1 }),
    run: async (sessionIds) =>
      (await lookUp(ctx, sessionIds)).map((session, at) =>
        outcomeOf(() => session && viewerOf(ctx, sessionIds[at] as SessionId, session)),
      ),
  });
  const cache = new LRUCache<string, CachedViewer>({ max: CACHE_MAX });

  /**
   * `sessionId` is set before the session is loaded, so a session that ends during the lookup is
   * still found and removed.
   */
  const begin = (token: string, nowMs: number): CachedViewer => {
    const entry: CachedViewer = {
      viewer: Promise.resolve(null),
      sessionId: null,
      untilMs: nowMs + CACHE_TTL_MS,
    };
    entry.viewer = readAccessToken(ctx, token).then((claims) => {
      if (!claims) return null;
      entry.sessionId = claims.sessionId;
      entry.untilMs = Math.min(entry.untilMs, claims.expiresAt.getTime());
      return viewerBehind(claims.sessionId);
    });
    const remove = (): void => {
      if (cache.peek(token) === entry) cache.delete(token);
    };
    // Only valid tokens stay cached: invalid ones cost no query, and their number is unlimited.
    entry.viewer.then((viewer) => viewer ?? remove(), remove);
    return entry;
  };

  ctx.bus.subscribe('sessionsEnded', ({ sessionIds }) => {
    const ended = new Set<SessionId | null>(sessionIds);
    for (const [token, { sessionId }] of cache.entries())
      if (ended.has(sessionId)) cache.delete(token);
  });

  return (token) => {
    const nowMs = ctx.clock.now().getTime();
    const known = cache.get(token);
    if (known && known.untilMs > nowMs) return known.viewer;
    const entry = begin(token, nowMs);
    cache.set(token, entry);
    return entry.viewer;
  };
};
