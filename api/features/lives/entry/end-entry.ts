// Ending entries: what is locked and was not delivered goes back, and the watcher's media end; and
// giving that back of entries that go on.
import { topicKey } from '@camarim/contract/events';
import type { LiveId } from '@camarim/contract/features/lives';
import type { LiveExit } from '@camarim/contract/features/lives/charges';
import type { LiveEntryId } from '@camarim/contract/features/lives/entry';
import type { ProfileId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { SALES } from '@camarim/contract/sales';
import { type Transaction, transaction } from '../../../platform/database/transaction.ts';
import type { Ctx } from '../../../context.ts';
import { notify } from '../../notifications/index.ts';
import { closeVisitsIn } from '../media/close-visits.ts';
import { publishState } from '../media/presence.ts';
import { openVisitsOf } from '../media/visits-store.ts';
import { stateOf } from '../rules.ts';
import {
  type EntryRow,
  findWaitingGroup,
  lockOpenEntry,
  openEntries,
  updateEntry,
} from './entries-store.ts';
import { releasePayment } from './money.ts';
import { decisivePayments, type PaymentRow } from './payments-store.ts';

/** With the entry locked. Returns the payments as they were. */
const releaseLockedIn = async (
  ctx: Ctx,
  tx: Transaction,
  id: LiveEntryId,
): Promise<PaymentRow[]> => {
  const payments = await decisivePayments(tx, id);
  for (const payment of payments)
    if (payment.state === 'locked') await releasePayment(ctx, tx, payment);
  return payments;
};

/** Gives back what is locked of an entry that goes on. Repeating it changes nothing. */
export const releaseLocked = (ctx: Ctx, id: LiveEntryId): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    if (await lockOpenEntry(tx, id)) await releaseLockedIn(ctx, tx, id);
  });

/**
 * In the caller's transaction, with the entry locked. The producer hears once of the minutes that
 * it brought in.
 */
export const endEntryIn = async (
  ctx: Ctx,
  tx: Transaction,
  entry: EntryRow,
  producerId: ProfileId,
  exit: LiveExit,
): Promise<void> => {
  const payments = await releaseLockedIn(ctx, tx, entry.id);
  await updateEntry(tx, entry.id, {
    ended_at: ctx.clock.now(),
    exit,
    low_at: null,
    low_reason: null,
  });
  // The engine ends connections; a playlist is read as long as its visit lasts.
  const reading = await openVisitsOf(tx, entry.live_id, entry.profile_id, 'hls');
  await closeVisitsIn(ctx, tx, entry.live_id, reading);
  await ctx.outbox.publish(tx, {
    event: 'live-money',
    topics: [topicKey('member', entry.profile_id)],
    payload: { liveId: entry.live_id, state: 'ended', exit },
  });
  if (entry.charge === 'group') await publishTickets(ctx, tx, entry.live_id);
  const settled = payments.filter(({ state }) => state === 'settled').length;
  if (settled > 0 && entry.charge === 'minute')
    await notifySale(ctx, tx, entry, producerId, settled);
};

/** The tickets of a group show are counted by everyone who waits for it to start. */
const publishTickets = async (ctx: Ctx, tx: Transaction, liveId: LiveId): Promise<void> => {
  const live = await findWaitingGroup(tx, liveId);
  if (live) await publishState(ctx, tx, { id: liveId, ...live }, stateOf(live));
};

/** Notifies of a sale: of minutes at the end of an entry, of a ticket when it is paid. */
export const notifySale = (
  ctx: Ctx,
  tx: Transaction,
  entry: Pick<EntryRow, 'profile_id' | 'price_centavos'>,
  producerId: ProfileId,
  count: number,
): Promise<void> =>
  notify(ctx, tx, {
    profileId: producerId,
    type: SALES.show.notification,
    fromProfileId: entry.profile_id,
    amount: centavos(count * entry.price_centavos),
  });

/**
 * Ends the media of a watcher. When the engine can't be reached, the sweep every minute repeats it.
 */
export const endMedia = (ctx: Ctx, liveId: LiveId, profileId: ProfileId): Promise<void> =>
  ctx.live
    .kick(liveId, profileId)
    .catch((error: unknown) => ctx.log.warn({ err: error, liveId }, 'a watcher was not removed'));

/** Repeating it changes nothing. Returns whether this call ended it. */
export const endEntry = async (
  ctx: Ctx,
  id: LiveEntryId,
  producerId: ProfileId,
  exit: LiveExit,
): Promise<boolean> => {
  const entry = await transaction(ctx.db, async (tx) => {
    const locked = await lockOpenEntry(tx, id);
    if (locked) await endEntryIn(ctx, tx, locked, producerId, exit);
    return locked;
  });
  if (!entry) return false;
  await endMedia(ctx, entry.live_id, entry.profile_id);
  return true;
};

/**
 * Ends the entries of a show that has ended; the caller closes its room. May run twice. A failed
 * entry does not stop the others; then it throws, and the next billing sweep repeats it.
 */
export const endEntriesOf = async (
  ctx: Ctx,
  liveId: LiveId,
  producerId: ProfileId,
  exit: LiveExit,
): Promise<void> => {
  const failures: unknown[] = [];
  for (const { id } of await openEntries(ctx.db, liveId))
    await transaction(ctx.db, async (tx) => {
      const locked = await lockOpenEntry(tx, id);
      if (locked) await endEntryIn(ctx, tx, locked, producerId, exit);
    }).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
};
