// What the removal of an account does to live shows: its own end, its entries to others are paid
// back, and what was watched is forgotten. Entries and their payments stay, as all records of money
// do.
import type { ProfileId } from '@camarim/contract/ids';
import type { Ctx } from '../../context.ts';
import { deleteLog, forgetSender } from './events/events-store.ts';
import { deleteCallsOf } from './calls/calls-store.ts';
import { endCallsOf } from './calls/place-call.ts';
import { deleteSettings } from './camera/settings-store.ts';
import { endLive } from './end-live.ts';
import { leaveShow } from './entry/bill-shows.ts';
import { endEntry } from './entry/end-entry.ts';
import { openEntriesOf } from './entry/entries-store.ts';
import { eraseVisits, openLivesOf } from './store.ts';

/** May run twice. */
export const eraseLivesOf = async (ctx: Ctx, profileId: ProfileId): Promise<void> => {
  await endCallsOf(ctx, profileId);
  for (const entry of await openEntriesOf(ctx.db, profileId)) {
    await endEntry(ctx, entry.id, entry.producer_id, 'left');
    await leaveShow(ctx, { id: entry.live_id, type: entry.type }, entry);
  }
  // The party first: the end of the private show would resume it.
  for (const id of await openLivesOf(ctx.db, profileId)) await endLive(ctx, id, 'producer');
  await deleteCallsOf(ctx.db, profileId);
  await deleteSettings(ctx.db, profileId);
  await eraseVisits(ctx.db, profileId);
  await forgetSender(ctx.db, profileId);
  await deleteLog(ctx.db, profileId);
};
