// Money that the payer's bank took back without our asking: what a gateway's report says of it, and what follows here.
import type { TransferId } from '@camarim/contract/ids';
import type { Transaction } from '../../../platform/database/transaction.ts';
import type { ChargeReport, RefundReport } from '../../../platform/payments/port.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Ledger } from '../../ledger/index.ts';
import { notify } from '../../notifications/index.ts';
import { endPurchases } from '../../posts/index.ts';
import { unlockForContest } from '../reviews/hold.ts';
import { endPeriodOf } from '../../subscriptions/index.ts';
import type { Charge } from './charge-store.ts';

/** A contestation that is settled; one under way may still be refused by the payee's bank. */
export const contestedIn = (report: ChargeReport | null): RefundReport[] =>
  report?.receipts.flatMap(({ refunds }) => refunds).filter(({ origin, state }) => origin === 'contested' && state === 'done') ?? [];

/**
 * Takes contested money back from whom it was credited to, once per return: the wallet, then what was bought with it, then a
 * debt. What is undone can't be read any more. A charge that was never credited owes nothing. Answers the movements, none
 * for a return that was taken back before.
 */
export const takeBackContested = async (
  { clock, outbox }: Pick<Platform, 'clock' | 'outbox'>,
  tx: Transaction,
  ledger: Pick<Ledger, 'contestIn' | 'postIn'>,
  charge: Charge,
  refunds: readonly Pick<RefundReport, 'ref' | 'amountCentavos' | 'through'>[],
): Promise<TransferId[]> => {
  const { id, profileId, provider, paidAt } = charge;
  const movements: TransferId[] = [];
  if (paidAt === null) return movements;
  if (refunds.length > 0) await unlockForContest({ clock }, tx, ledger, charge);
  for (const { ref, amountCentavos, through } of refunds) {
    const contested = await ledger.contestIn(tx, { chargeId: id, refundRef: `${provider}:${ref}`, profileId, gateway: through ?? provider, amount: amountCentavos });
    if (!contested) continue;
    movements.push(contested.transferId);
    await endPurchases(tx, contested.takenBack);
    for (const transferId of contested.takenBack) await endPeriodOf({ clock }, tx, transferId);
    await notify({ clock, outbox }, tx, { profileId, type: contested.owed > 0 ? 'topUpContestedDebt' : 'topUpContested', amount: contested.owed > 0 ? contested.owed : amountCentavos });
  }
  return movements;
};
