// Who gets a mass message, in batches: a selection of the sender's people, or those who have not read
// an earlier one.
import type { Selection } from '@camarim/contract/features/lists';
import type { ProfileId } from '@camarim/contract/ids';
import type { Ctx } from '../../../context.ts';
import type { Services } from '../../../feature.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { listUnseen } from './delivery-store.ts';
import type { LockedBroadcast } from './store.ts';

export type ReceiverBatches = {
  /** Throws list.notFound. */
  checkSelection(senderId: ProfileId, selection: Selection): Promise<void>;
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
  async next(tx, { sender_id: senderId, selection, resend_of: resendOf, after_id: after }, size) {
    if (resendOf === null)
      return services.selections.next(tx, senderId, selection, { after, size });
    const { people, last } = await listUnseen(tx, resendOf, after, size);
    return { ids: await services.selections.among(tx, senderId, selection, people), last };
  },
});
