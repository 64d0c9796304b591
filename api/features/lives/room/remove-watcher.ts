// Takes a person out of a show: their media, their visits, and so what they pay by the minute.
import type { LiveId } from '@camarim/contract/features/lives';
import type { LiveEntryId } from '@camarim/contract/features/lives/entry';
import type { ProfileId } from '@camarim/contract/ids';
import { NOWHERE } from '../../../platform/http/place.ts';
import type { Ctx } from '../../../context.ts';
import { endEntry } from '../entry/end-entry.ts';
import { findOpenEntry } from '../entry/entries-store.ts';
import { closeVisits } from '../media/close-visits.ts';
import { openVisitsOf } from '../media/visits-store.ts';
import { loadLive } from '../store.ts';
import { entryRestriction } from './tools-store.ts';

export const REMOVE_JOB = 'lives.removeWatcher';

export type Removal = { liveId: LiveId; profileId: ProfileId };

/**
 * Ends what the person pays, their connections and their visits. Throws while the engine can't be
 * reached.
 */
export const removeWatcher = async (ctx: Ctx, { liveId, profileId }: Removal): Promise<void> => {
  const live = await loadLive(ctx.db, liveId, { profileId: null, place: NOWHERE });
  if (!live) return;
  // The money first: what is paid by the minute ends although the engine may not answer.
  const entry = await findOpenEntry(ctx.db, liveId, profileId);
  if (entry) await endEntry(ctx, entry.id as LiveEntryId, live.producer_id, 'removed');
  await closeVisits(ctx, liveId, await openVisitsOf(ctx.db, liveId, profileId));
  await ctx.live.kick(liveId, profileId);
  // A connection that was being made.
  await closeVisits(ctx, liveId, await openVisitsOf(ctx.db, liveId, profileId));
};

/** The job that repeats it, unless the person may be there again. */
export const removeLater = async (ctx: Ctx, removal: Removal): Promise<void> => {
  const live = await loadLive(ctx.db, removal.liveId, { profileId: null, place: NOWHERE });
  if (!live || live.ended_at) return;
  const of = { id: live.id, producerId: live.producer_id };
  if (await entryRestriction(ctx.db, of, removal.profileId, ctx.clock.now()))
    await removeWatcher(ctx, removal);
};
