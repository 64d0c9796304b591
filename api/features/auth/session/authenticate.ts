// Who is behind an access token. Runs on every request, so a session's answer is kept for a few
// seconds.
import type { SessionId } from '@camarim/contract/ids';
import { createCoalescer, outcomeOf } from '../../../platform/coalescer/coalescer.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Authenticate, Viewer } from '../../../platform/http/viewer.ts';
import type { Platform } from '../../../platform/platform.ts';
import { markSeen } from '../../profiles/index.ts';
import { readAccessToken } from './access-token.ts';
import { loadSessions, type SessionRow, touchSessions } from '../store.ts';
import { viewerOf } from './viewer-of.ts';

/**
 * A revoked session, a new role or a blocked account is noticed this late at most, even by a
 * process that no message reached.
 */
const KEPT_MS = 5_000;
const KEPT_MAX = 50_000;
/** How exact "last seen" is. */
const SEEN_EVERY_MS = 60_000;
/** Sessions that are looked up at one moment share a query. */
const LOOKUP = { maxBatch: 256, maxInFlight: 4, patienceMs: 5, maxQueued: 20_000 };

type Kept = { viewer: Promise<Viewer | null>; sessionId: SessionId | null; untilMs: number };

type Using = Pick<Platform, 'db' | 'clock' | 'bus' | 'config' | 'seal'>;

/** Reads the sessions and notes that their owners were here, at most once a minute. */
const lookUp = async (
  { db, clock }: Using,
  sessionIds: readonly SessionId[],
): Promise<(SessionRow | null)[]> => {
  const now = clock.now();
  const sessions = await loadSessions(db, sessionIds, now);
  const unseen = sessionIds.flatMap((id, at) => {
    const session = sessions[at];
    return session && now.getTime() - session.last_used_at.getTime() >= SEEN_EVERY_MS
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

/** Makes the function; it listens to the bus for sessions that end. */
export const createAuthenticate = (platform: Using): Authenticate => {
  const viewerBehind = createCoalescer<SessionId, Viewer | null>({
    ...LOOKUP,
    overflow: () => new AppError('server.unavailable', { retryAfterSeconds: 1 }),
    run: async (sessionIds) =>
      (await lookUp(platform, sessionIds)).map((session, at) =>
        outcomeOf(() => session && viewerOf(platform, sessionIds[at] as SessionId, session)),
      ),
  });
  // In the order in which they were looked up, which is also the order in which they run out.
  const kept = new Map<string, Kept>();

  const makeRoom = (nowMs: number): void => {
    for (const [token, entry] of kept) {
      if (entry.untilMs > nowMs && kept.size < KEPT_MAX) return;
      kept.delete(token);
    }
  };

  /** `sessionId` is known before the session is read, so one that ends meanwhile is found by it. */
  const begin = (token: string, nowMs: number): Kept => {
    const entry: Kept = {
      viewer: Promise.resolve(null),
      sessionId: null,
      untilMs: nowMs + KEPT_MS,
    };
    entry.viewer = readAccessToken(platform, token).then((claims) => {
      if (!claims) return null;
      entry.sessionId = claims.sessionId;
      entry.untilMs = Math.min(entry.untilMs, claims.expiresAt.getTime());
      return viewerBehind(claims.sessionId);
    });
    const forget = (): void => {
      if (kept.get(token) === entry) kept.delete(token);
    };
    // Only good answers are kept: bad tokens cost no query, and there is no end of them.
    entry.viewer.then((viewer) => viewer ?? forget(), forget);
    return entry;
  };

  platform.bus.subscribe('sessionsEnded', ({ sessionIds }) => {
    const ended = new Set<SessionId | null>(sessionIds);
    for (const [token, { sessionId }] of kept) if (ended.has(sessionId)) kept.delete(token);
  });

  return (token) => {
    const nowMs = platform.clock.now().getTime();
    const known = kept.get(token);
    if (known && known.untilMs > nowMs) return known.viewer;
    kept.delete(token);
    makeRoom(nowMs);
    const entry = begin(token, nowMs);
    kept.set(token, entry);
    return entry.viewer;
  };
};
