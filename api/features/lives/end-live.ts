// Ending live shows, whatever ends them.
import type { LiveEndReason, LiveId } from '@camarim/contract/features/lives';
import type { ProfileId } from '@camarim/contract/ids';
import { type Transaction, transaction } from '../../platform/database/transaction.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { Ctx } from '../../context.ts';
import { reverseRoomOf } from './calls/reverse-room.ts';
import { recordRoomEvent, showOf } from './events/record-event.ts';
import { endEntriesOf } from './entry/end-entry.ts';
import { holdKeysIn } from './ingest/hold.ts';
import { publishState } from './media/presence.ts';
import { endRecordingOf } from './outputs/control-recording.ts';
import { type LiveRow, markEnded, resumeParty } from './store.ts';

export const CLOSE_ROOM_JOB = 'lives.closeRoom';
/** How long a producer may be without picture and sound; then the show ends. */
export const AWAY_MAX_MS = 20_000;
export const AWAY_JOB = 'lives.away';

type EndedLive = { producerId: ProfileId; type: number };

/** The party that waited for the private show goes on; its producer sends to it again. */
export const resumeIn = async (ctx: Ctx, tx: Transaction, producerId: ProfileId): Promise<void> => {
  const now = ctx.clock.now();
  const id = await resumeParty(tx, producerId, now);
  if (!id) return;
  await publishState(ctx, tx, { id, producerId, type: 2 }, 'away');
  await ctx.jobs.enqueue(
    tx,
    AWAY_JOB,
    { liveId: id },
    { startAfter: new Date(now.getTime() + AWAY_MAX_MS) },
  );
};

/**
 * In the caller's transaction; `closeLive` does the rest after it. Null when it had ended before.
 */
export const endLiveIn = async (
  ctx: Ctx,
  tx: Transaction,
  id: LiveId,
  reason: LiveEndReason,
): Promise<EndedLive | null> => {
  const now = ctx.clock.now();
  const live = await markEnded(tx, id, reason, now);
  if (!live) return null;
  await holdKeysIn(tx, { id, reason, paused: live.paused }, now);
  await endRecordingOf(ctx, tx, id);
  await publishState(ctx, tx, { id, ...live }, 'ended');
  await ctx.jobs.enqueue(tx, CLOSE_ROOM_JOB, { liveId: id });
  if (live.type === 3) await resumeIn(ctx, tx, live.producerId);
  if (live.published)
    await recordRoomEvent(ctx, tx, {
      producerId: live.producerId,
      type: 'show.ended',
      subjectId: id,
      data: { show: showOf(id, live.type) },
    });
  return live;
};

/** The rooms of a show at the engine: its own, and that of the watcher's picture. */
export const closeRooms = async (ctx: Ctx, id: LiveId, reason: string): Promise<void> => {
  await ctx.live.endRoom(id, reason);
  await ctx.live.endRoom(reverseRoomOf(id), reason);
};

/**
 * Ends the connections at once, and by a job when the engine can't be reached; gives back what is
 * locked and not delivered, and leaves what fails of it to the next billing sweep. The two do not
 * wait for each other: watchers look at their receipt as soon as they hear that the show has ended.
 */
export const closeLive = async (
  ctx: Ctx,
  id: LiveId,
  { producerId }: EndedLive,
  reason: LiveEndReason,
): Promise<void> => {
  await Promise.all([
    endEntriesOf(ctx, id, producerId, 'showEnded').catch((error: unknown) =>
      ctx.log.warn({ err: error, liveId: id }, 'entries to a show were not ended'),
    ),
    closeRooms(ctx, id, reason).catch((error: unknown) =>
      ctx.log.warn({ err: error, liveId: id }, 'a room was not closed'),
    ),
  ]);
};

/** Repeating it changes nothing. */
export const endLive = async (ctx: Ctx, id: LiveId, reason: LiveEndReason): Promise<void> => {
  const ended = await transaction(ctx.db, (tx) => endLiveIn(ctx, tx, id, reason));
  if (ended) await closeLive(ctx, id, ended, reason);
};

export const endOwnLive = (ctx: Ctx, { id }: Allowed<LiveRow>): Promise<void> =>
  endLive(ctx, id, 'producer');
