// Money that went back without a refund of ours: what a gateway's report says of it, and what
// follows.
import type { TransferId } from '@camarim/contract/ids';
import { type Centavos, centavos } from '@camarim/contract/money';
import type { Transaction } from '../../../../platform/database/transaction.ts';
import type { ChargeReport, RefundReport } from '../../../../platform/payments/port.ts';
import type { Ctx } from '../../../../context.ts';
import { openItem } from '../../reconciliation/open-item.ts';
import { notify } from '../../../notifications/index.ts';
import { insertDispute, isDisputed } from '../disputes/store.ts';
import { closeReview } from '../reviews/store.ts';
import { type PaymentDeps, revokeSales } from '../purposes.ts';
import { failedRefundsOf } from '../transactions/store.ts';
import type { Charge } from './charge-store.ts';

/** A charge's received and returned money; pending returns may still be refused. */
export type ReturnedMoney = {
  received: Centavos;
  returned: Centavos;
  refunds: readonly RefundReport[];
  /** Until when the scheme of a disputed payment takes an answer, where that is known. */
  answerBy?: Date | null;
};

const sum = (amounts: readonly { amountCentavos: Centavos }[]): Centavos =>
  amounts.reduce<Centavos>(
    (total, { amountCentavos }) => centavos(total + amountCentavos),
    centavos(0),
  );

/**
 * A gateway that reports a refunded charge need not list the refunds (a sale voided on its day).
 */
export const returnedMoneyOf = ({
  state,
  receipts,
}: Pick<ChargeReport, 'state' | 'receipts'>): ReturnedMoney => {
  const received = sum(receipts);
  const refunds = receipts
    .flatMap((receipt) => receipt.refunds)
    .filter((refund) => refund.state === 'done');
  return {
    received,
    refunds,
    returned: centavos(state === 'refunded' ? Math.max(sum(refunds), received) : sum(refunds)),
  };
};

/**
 * Limits the credit of a charge to what the gateway still holds: what was returned beyond earlier
 * reversals (our own refund, an administrator's reversal, an earlier return) leaves the wallet,
 * then purchases are reversed, and the rest becomes a debt. Access to reversed purchases ends. A
 * charge that was never credited owes nothing. A dispute waits for an administrator. Returns the
 * transfer, null when there was nothing to take.
 */
export const postReturnedMoney = async (
  ctx: Ctx,
  deps: PaymentDeps,
  tx: Transaction,
  charge: Charge,
  { received, returned, refunds, answerBy = null }: ReturnedMoney,
): Promise<TransferId | null> => {
  const { id, profileId, provider, paidAt } = charge;
  if (paidAt === null || returned <= 0) return null;
  const newest = refunds.at(-1);
  const taken = await ctx.ledger.postDisputeIn(tx, {
    chargeId: id,
    refundRef: newest?.ref ?? 'all of it',
    profileId,
    gateway: newest?.through ?? provider,
    remaining: centavos(Math.max(received - returned, 0)),
    returned,
  });
  if (!taken) return null;
  // A plain return after a dispute is no second dispute, and a dispute may come with one.
  const disputed =
    newest?.origin === 'disputed' ||
    (refunds.some(({ origin }) => origin === 'disputed') && !(await isDisputed(tx, id)));
  await closeReview(tx, id, {
    decision: disputed ? 'chargedBack' : 'refunded',
    at: ctx.clock.now(),
    by: null,
  });
  if (disputed)
    await insertDispute(tx, {
      transferId: taken.transferId,
      chargeId: id,
      profileId,
      amount: taken.amount,
      openedAt: ctx.clock.now(),
      answerBy,
    });
  await revokeSales(ctx, deps, tx, taken.reversedSales);
  const [plain, withDebt] = disputed
    ? (['topUpContested', 'topUpContestedDebt'] as const)
    : (['topUpGivenBack', 'topUpGivenBackDebt'] as const);
  await notify(ctx, tx, {
    profileId,
    type: taken.owed > 0 ? withDebt : plain,
    amount: taken.owed > 0 ? taken.owed : taken.amount,
  });
  await openContradictions(ctx, tx, charge, refunds);
  return taken.transferId;
};

/**
 * A refund that its gateway reported as failed, whose money was credited again, and that the
 * gateway carried out after all.
 */
const openContradictions = async (
  { clock }: Ctx,
  tx: Transaction,
  { id, provider, amountCentavos }: Charge,
  refunds: readonly RefundReport[],
): Promise<void> => {
  for (const failed of await failedRefundsOf(tx, id)) {
    const done = refunds.find(
      ({ refundId, ref }) => refundId === failed.id || ref === failed.providerRef,
    );
    if (done)
      await openItem(
        tx,
        {
          kind: 'contradiction',
          provider,
          ref: `refund:${failed.id}`,
          chargeId: id,
          cashOutId: null,
          theirs: done.amountCentavos,
          ours: amountCentavos,
        },
        clock.now(),
      );
  }
};
