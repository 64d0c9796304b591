// Opens the refund of a charge, with the job that carries it out.
import type { TransferId } from '@camarim/contract/ids';
import { newId } from '../../../../platform/ids/new-id.ts';
import type { Transaction } from '../../../../platform/database/transaction.ts';
import type { Ctx } from '../../../../context.ts';
import type { Charge } from '../charges/charge-store.ts';
import { insertRefund } from './refund-store.ts';

/** `fromLocked`: the money is locked, and is locked again when the refund fails. */
export const openRefund = async (
  { clock, jobs }: Ctx,
  tx: Transaction,
  {
    charge,
    transferId,
    fromLocked,
  }: { charge: Charge; transferId: TransferId; fromLocked: boolean },
): Promise<void> => {
  const refundId = newId();
  await insertRefund(
    tx,
    {
      id: refundId,
      transferId,
      chargeId: charge.id,
      profileId: charge.profileId,
      amount: charge.amountCentavos,
      fromLocked,
    },
    clock.now(),
  );
  await jobs.enqueue(tx, 'funds.refundPayment', { refundId });
};
