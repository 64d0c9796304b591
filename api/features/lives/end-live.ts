// Ending live shows, whatever ends them.
import type { LiveEndReason, LiveId } from '@camarim/contract/features/lives';
import type { ProfileId } from '@camarim/contract/ids';
import { type Transaction, transaction } from '../../platform/database/transaction.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { Ctx } from '../../context.ts';
import { publishState } from './media/presence.ts';
import { endRecordingOf } from './outputs/record.ts';
import { eraseOutputsOf } from './outputs/erase.ts';
import { eraseVisits, type LiveRow, markEnded, openLivesOf } from './store.ts';

export const CLOSE_ROOM_JOB = 'lives.closeRoom';

/** In the caller's transaction; the connections end by a job. False when it had ended before. */
export const endLiveIn = async (
  ctx: Ctx,
  tx: Transaction,
  id: LiveId,
  reason: LiveEndReason,
): Promise<boolean> => {
  const live = await markEnded(tx, id, reason, ctx.clock.now());
  if (!live) return false;
  await endRecordingOf(ctx, tx, id);
  await publishState(ctx, tx, { id, ...live }, 'ended');
  await ctx.jobs.enqueue(tx, CLOSE_ROOM_JOB, { liveId: id });
  return true;
};

/** Repeating it changes nothing. The connections end at once, and by a job when the engine can't be reached. */
export const endLive = async (ctx: Ctx, id: LiveId, reason: LiveEndReason): Promise<void> => {
  if (!(await transaction(ctx.db, (tx) => endLiveIn(ctx, tx, id, reason)))) return;
  await ctx.live
    .endRoom(id, reason)
    .catch((error: unknown) => ctx.log.warn({ err: error, liveId: id }, 'a room was not closed'));
};

export const endOwnLive = (ctx: Ctx, { id }: Allowed<LiveRow>): Promise<void> =>
  endLive(ctx, id, 'producer');

/** Ends the shows of a person whose account is removed, and forgets what they watched. May run twice. */
export const eraseLivesOf = async (ctx: Ctx, profileId: ProfileId): Promise<void> => {
  for (const id of await openLivesOf(ctx.db, profileId)) await endLive(ctx, id, 'producer');
  await eraseOutputsOf(ctx, profileId);
  await eraseVisits(ctx.db, profileId);
};
