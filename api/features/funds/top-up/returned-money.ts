// Money that went back without our asking: what a gateway's report says of it, and what follows
// here.
import type { TransferId } from '@camarim/contract/ids';
import { type Centavos, centavos } from '@camarim/contract/money';
import type { Transaction } from '../../../platform/database/transaction.ts';
import type { ChargeReport, RefundReport } from '../../../platform/payments/port.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Ledger } from '../../ledger/index.ts';
import { takeTipsFromGoals } from '../../goals/index.ts';
import { openItem } from '../reconciliation/open-item.ts';
import { notify } from '../../notifications/index.ts';
import { revokePurchases } from '../../posts/index.ts';
import { closeReview } from '../reviews/store.ts';
import { endPeriodOf } from '../../subscriptions/index.ts';
import { failedRefundsOf } from '../transactions/store.ts';
import type { Charge } from './charge-store.ts';

/** What of a charge's money went back and stays away; a return under way may still be refused. */
export type ReturnedMoney = {
  received: Centavos;
  returned: Centavos;
  refunds: readonly RefundReport[];
};

const sum = (amounts: readonly { amountCentavos: Centavos }[]): Centavos =>
  amounts.reduce<Centavos>(
    (total, { amountCentavos }) => centavos(total + amountCentavos),
    centavos(0),
  );

/**
 * A gateway that calls the whole charge refunded need not list how (a sale that was voided on its
 * day).
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

type Parts = Pick<Platform, 'clock' | 'outbox'>;
type ReturnsLedger = Pick<Ledger, 'postDisputeIn' | 'postIn'>;

/**
 * Nobody is credited more than the gateway still holds: what went back of a charge beyond what was
 * taken for it already (our own refund, an administrator's reversal, an earlier return) leaves the
 * wallet it was credited to, then what was bought with it, and the rest is owed. What is undone
 * can't be read any more. A charge that was never credited owes nothing. Answers the movement, null
 * when there was nothing to take.
 */
export const postReturnedMoney = async (
  parts: Parts,
  tx: Transaction,
  ledger: ReturnsLedger,
  charge: Charge,
  { received, returned, refunds }: ReturnedMoney,
): Promise<TransferId | null> => {
  const { id, profileId, provider, paidAt } = charge;
  if (paidAt === null || returned <= 0) return null;
  const newest = refunds.at(-1);
  const taken = await ledger.postDisputeIn(tx, {
    chargeId: id,
    refundRef: newest?.ref ?? 'all of it',
    profileId,
    gateway: newest?.through ?? provider,
    remaining: centavos(Math.max(received - returned, 0)),
    returned,
  });
  if (!taken) return null;
  const disputed = refunds.some(({ origin }) => origin === 'disputed');
  await closeReview(tx, id, {
    decision: disputed ? 'chargedBack' : 'refunded',
    at: parts.clock.now(),
    by: null,
  });
  await revokePurchases(tx, taken.reversedSales);
  await takeTipsFromGoals(parts, tx, taken.reversedSales);
  for (const transferId of taken.reversedSales) await endPeriodOf(parts, tx, transferId);
  const [plain, withDebt] = disputed
    ? (['topUpContested', 'topUpContestedDebt'] as const)
    : (['topUpGivenBack', 'topUpGivenBackDebt'] as const);
  await notify(parts, tx, {
    profileId,
    type: taken.owed > 0 ? withDebt : plain,
    amount: taken.owed > 0 ? taken.owed : taken.amount,
  });
  await openContradictions(parts, tx, charge, refunds);
  return taken.transferId;
};

/**
 * A refund that its gateway had called failed, and carried out after all: its money was given back
 * here meanwhile.
 */
const openContradictions = async (
  { clock }: Pick<Platform, 'clock'>,
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
