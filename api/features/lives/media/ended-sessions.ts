// Connections to shows end with the session that made them: its person watches and pays no more,
// and sends no more.
import type { SessionId } from '@camarim/contract/ids';
import type { Ctx } from '../../../context.ts';
import { reverseRoomOf } from '../calls/reverse-room.ts';
import { leaveShow } from '../entry/bill-shows.ts';
import { endEntry } from '../entry/end-entry.ts';
import { findOpenEntry } from '../entry/entries-store.ts';
import { closeVisits } from './close-visits.ts';
import {
  type EndedVisit,
  forgetSender,
  livesOfEndedSenders,
  visitsOfEndedSessions,
} from './sessions-store.ts';
import { openVisitsOf } from './visits-store.ts';

/** The entry goes on while another session of the person watches. */
const endVisitOf = async (
  ctx: Ctx,
  { peer, liveId, profileId, producerId, type, role }: EndedVisit,
): Promise<void> => {
  await closeVisits(ctx, liveId, [peer]);
  const elsewhere = await openVisitsOf(ctx.db, liveId, profileId);
  const entry = elsewhere.length > 0 ? null : await findOpenEntry(ctx.db, liveId, profileId);
  if (entry && (await endEntry(ctx, entry.id, producerId, 'left')))
    await leaveShow(ctx, { id: liveId, type }, entry);
  // Which session sends the watcher's own picture is not known; one that goes on sends it again.
  if (type === 3 && role === 'watcher') await ctx.live.kick(reverseRoomOf(liveId), profileId);
  await ctx.live.leave(liveId, peer);
};

const endAll = async <T>(
  ctx: Ctx,
  found: readonly T[],
  end: (one: T) => Promise<void>,
): Promise<void> => {
  // Together, so that an engine that hangs is waited for once, and one failure stops no other.
  await Promise.all(
    found.map((one) =>
      end(one).catch((error: unknown) =>
        ctx.log.warn({ err: error }, 'a connection of an ended session was not ended'),
      ),
    ),
  );
};

/** Ends the media of these sessions, or of all that have ended. May run twice. */
const endMediaOfSessions = async (
  ctx: Ctx,
  among: readonly SessionId[] | null = null,
): Promise<void> => {
  const now = ctx.clock.now();
  const [visits, senders] = await Promise.all([
    visitsOfEndedSessions(ctx.db, now, among),
    livesOfEndedSenders(ctx.db, now, among),
  ]);
  await endAll(ctx, visits, (visit) => endVisitOf(ctx, visit));
  await endAll(ctx, senders, async ({ id, producerId, sessionId }) => {
    await ctx.live.kick(id, producerId);
    // There they watch the picture of their watcher.
    await ctx.live.kick(reverseRoomOf(id), producerId);
    await forgetSender(ctx.db, id, sessionId);
  });
};

/** The same, whose failure is logged. */
export const checkSessions = (ctx: Ctx, among: readonly SessionId[] | null = null): Promise<void> =>
  endMediaOfSessions(ctx, among).catch((error: unknown) =>
    ctx.log.warn({ err: error }, 'connections of ended sessions were not looked for'),
  );
