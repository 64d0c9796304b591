// Connecting browsers to the live engine: the producer's by WHIP, watchers' by WHEP.
import type { PeerId } from '@camarim/contract/features/lives/media';
import type { ErrorCode } from '@camarim/contract/errors';
import type { ProfileId, SessionId } from '@camarim/contract/ids';
import { newId } from '../../../platform/ids/new-id.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import { NOWHERE } from '../../../platform/http/place.ts';
import {
  LiveError,
  type LiveGrant,
  type LiveRefusal,
  type LiveRole,
} from '../../../platform/live/port.ts';
import type { Ctx } from '../../../context.ts';
import type { LiveWatcher } from '../policy.ts';
import { type LiveRow, loadLive } from '../store.ts';
import { enterCall } from '../calls/calls-store.ts';
import { requireRoom } from '../outputs/sync-output.ts';
import { withholdLive } from '../review/withhold.ts';
import { closeVisits } from './close-visits.ts';
import { publishWatchers } from './presence.ts';
import { setSender } from './sessions-store.ts';
import { insertVisit, visitsWithoutEntry, type VisitRow } from './visits-store.ts';

/** Watchers of one show: more than one machine's engine carries is refused by the engine before. */
const WATCHERS_MAX = 2_000;
/** Picture and sound of 720p. */
export const BITRATE_MAX_KBPS = 2_500;
/** From the permission to the engine's check of it. */
const GRANT_SECONDS = 60;

const CODES: Record<LiveRefusal, ErrorCode> = {
  refused: 'live.refused',
  noRoom: 'live.notOnAir',
  noPublisher: 'live.notOnAir',
  full: 'live.full',
  unreported: 'live.unreported',
  badOffer: 'live.badOffer',
  unavailable: 'live.unavailable',
};

/** Runs a call of the engine; its refusals are errors of the contract. */
export const askEngine = async <T>(call: Promise<T>): Promise<T> => {
  try {
    return await call;
  } catch (error) {
    if (error instanceof LiveError) throw new AppError(CODES[error.reason]);
    throw error;
  }
};

/** Recording and HLS copy H264; a browser without it sends VP8. */
export const codecOf = (sdp: string): 'h264' | 'vp8' => (/\bH264\//i.test(sdp) ? 'h264' : 'vp8');

export const grantFor = (
  { clock }: Ctx,
  room: string,
  user: ProfileId,
  role: LiveRole,
): LiveGrant & { peer: PeerId } => {
  const issuedAt = clock.now();
  return {
    room,
    peer: newId() as PeerId,
    user,
    role,
    issuedAt,
    expiresAt: new Date(issuedAt.getTime() + GRANT_SECONDS * 1_000),
  };
};

export type Connection = { peer: PeerId; answer: string };

/**
 * Connects the producer's browser, or their program, which has no session. The show is on air when
 * the engine reports media. Throws
 * live.notFound when the show has ended, and what the engine refuses.
 */
export const connectProducer = async (
  ctx: Ctx,
  live: Allowed<LiveRow>,
  sdp: string,
  sessionId: SessionId | null,
): Promise<Connection> => {
  const grant = grantFor(ctx, live.id, live.producer_id, 'publisher');
  await askEngine(
    ctx.live.createRoom({
      room: live.id,
      publisher: live.producer_id,
      // Others may watch a private show when it has a price for that; the application knows whom.
      viewers:
        live.private_watcher_id === null || live.spy_price_centavos !== null
          ? null
          : [live.private_watcher_id],
      codec: codecOf(sdp),
      maxBitrateKbps: BITRATE_MAX_KBPS,
      maxViewers: WATCHERS_MAX,
    }),
  );
  // It may have been blurred before it had a room, or its room was lost with the engine.
  await askEngine(withholdLive(ctx, live.id));
  const answer = await askEngine(ctx.live.offer(grant, sdp));
  await setSender(ctx.db, live.id, sessionId);
  // The show may have ended since it was looked at, and its room was made again by this call.
  const now = await loadLive(ctx.db, live.id, { profileId: live.producer_id, place: NOWHERE });
  if (!now || now.ended_at) {
    await ctx.live.endRoom(live.id, 'ended');
    throw new AppError('live.notFound');
  }
  return { peer: grant.peer, answer };
};

/**
 * Connects a watcher, whose visit begins. Throws live.notFound when the show has ended,
 * live.withheld, live.entryRequired when the entry has ended, live.useHls in a crowded party, and
 * what the engine refuses.
 */
export const connectWatcher = async (
  ctx: Ctx,
  { live, requester, role, sessionId }: Allowed<LiveWatcher>,
  sdp: string,
  { overTcp = false }: { overTcp?: boolean } = {},
): Promise<Connection> => {
  if (live.withheld_at) throw new AppError('live.withheld');
  if (live.type === 2) await requireRoom(ctx, live.id);
  const grant = {
    ...grantFor(ctx, live.id, requester.profileId, 'viewer'),
    ...(role === 'spy' && { media: 'video' as const }),
    overTcp,
  };
  const answer = await askEngine(ctx.live.offer(grant, sdp));
  const now = ctx.clock.now();
  const visit = { peer: grant.peer, liveId: live.id, requester, sessionId, role, now };
  const begin = transaction(ctx.db, async (tx) => {
    if (!(await insertVisit(tx, visit))) throw new AppError('live.notFound');
    // An entry that ended during the answer had its connections ended before this one was there.
    const unpaid = await visitsWithoutEntry(tx, live.id);
    if (unpaid.some(({ id }) => id === grant.peer)) throw new AppError('live.entryRequired');
    await enterCall(tx, live.id, requester.profileId, visit.now);
    // Sockets of this person may be in the room's topic from now on.
    await ctx.outbox.changeAccess(tx, { viewers: [requester.profileId] });
    await publishWatchers(ctx, tx, live.id);
  });
  try {
    await begin;
  } catch (error) {
    await ctx.live.leave(live.id, grant.peer);
    throw error;
  }
  return { peer: grant.peer, answer };
};

/** Ends a watcher's connection and visit; repeating it changes nothing. */
export const endVisit = async (ctx: Ctx, visit: Allowed<VisitRow>): Promise<void> => {
  await ctx.live.leave(visit.live_id, visit.id);
  await closeVisits(ctx, visit.live_id, [visit.id]);
};
