// Who gets a mass message, in batches: a selection of the sender's people, or those who have not
// read an earlier one.
import type { Selection } from '@camarim/contract/features/lists';
import type { ProfileId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import type { Ctx } from '../../../context.ts';
import type { Services } from '../../../feature.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { listUnseen } from './delivery-store.ts';
import type { GroupPrice, LockedBroadcast } from './store.ts';

export type ReceiverBatches = {
  /** Throws list.notFound. */
  checkSelection(senderId: ProfileId, selection: Selection): Promise<void>;
  /**
   * Throws list.notFound, and list.placeAlone for a place: what one fan pays would tell where they
   * live.
   */
  checkPrices(senderId: ProfileId, prices: readonly GroupPrice[]): Promise<void>;
  /** What each of the receivers pays; those in no group are missing. */
  pricesOf(
    tx: Transaction,
    broadcast: LockedBroadcast,
    receivers: readonly ProfileId[],
  ): Promise<Map<ProfileId, Centavos>>;
  /** The next receivers, by id, and after whose id the batch after them begins; null at the end. */
  next(
    tx: Transaction,
    broadcast: LockedBroadcast,
    size: number,
  ): Promise<{ ids: ProfileId[]; last: ProfileId | null }>;
};

export const createReceiverBatches = (
  { db }: Ctx,
  services: Pick<Services, 'selections'>,
): ReceiverBatches => ({
  checkSelection: (senderId, selection) => services.selections.check(db, senderId, selection),
  async checkPrices(senderId, prices) {
    for (const group of prices) {
      const selection = { include: [group.for], exclude: [] };
      await services.selections.check(db, senderId, selection);
      if (await services.selections.namesPlace(db, senderId, selection))
        throw new AppError('list.placeAlone');
    }
  },
  async pricesOf(tx, { sender_id: senderId, prices }, receivers) {
    const found = new Map<ProfileId, Centavos>();
    for (const { for: group, price } of prices) {
      const selection = { include: [group], exclude: [] };
      // A rule of a list may name a place since.
      if (await services.selections.namesPlace(tx, senderId, selection)) continue;
      for (const id of await services.selections.among(tx, senderId, selection, receivers)) {
        const lowest = found.get(id);
        if (lowest === undefined || price < lowest) found.set(id, price);
      }
    }
    return found;
  },
  async next(tx, { sender_id: senderId, selection, resend_of: resendOf, after_id: after }, size) {
    if (resendOf === null)
      return services.selections.next(tx, senderId, selection, { after, size });
    const { people, last } = await listUnseen(tx, resendOf, after, size);
    return { ids: await services.selections.among(tx, senderId, selection, people), last };
  },
});
