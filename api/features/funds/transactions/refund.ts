// Giving a payment back at its gateway, once, whatever gets lost; when the gateway can't, the money returns to the wallet.
import { transaction } from '../../../platform/database/transaction.ts';
import { GatewayError, gatewayOf, type RefundReport } from '../../../platform/payments/port.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Ledger } from '../../ledger/index.ts';
import { type Charge, findCharge } from '../top-up/charge-store.ts';
import { type Books, settleCharge } from '../top-up/settle.ts';
import { findOpenRefund, finishRefund, listOpenRefunds, type Refund } from './store.ts';

/** What refunds need beyond the platform. */
export type Refunder = Books & { ledger: Pick<Ledger, 'postIn'> };

const askGateway = async (platform: Platform, charge: Charge, { id, amount }: Refund): Promise<RefundReport['state']> => {
  const provider = gatewayOf(platform.payments, charge.provider);
  const report = await provider.status({ chargeId: charge.id, providerRef: charge.providerRef, amountCentavos: charge.amountCentavos });
  const receipt = report?.receipts.find(({ amountCentavos }) => amountCentavos >= amount);
  if (!receipt) throw new GatewayError('refused', 'the gateway knows of no payment to give back');
  const refund = await provider.refund({
    receiptRef: receipt.ref,
    refundId: id,
    amountCentavos: amount,
    receiptCentavos: receipt.amountCentavos,
    otherRefs: receipt.refunds.filter(({ refundId }) => refundId !== id).map(({ ref }) => ref),
  });
  return refund.state;
};

/** Asks for the refund and follows the answer; one under way is asked about again. Throws GatewayError (`unknown`, `invalid`); nothing has moved then. */
export const refundPayment = async (platform: Platform, books: Refunder, refundId: string): Promise<void> => {
  const refund = await findOpenRefund(platform.db, refundId);
  const charge = refund && (await findCharge(platform.db, refund.chargeId));
  if (!refund || !charge) return;
  let state: RefundReport['state'];
  try {
    state = await askGateway(platform, charge, refund);
  } catch (error) {
    if (!(error instanceof GatewayError) || error.outcome !== 'refused') throw error;
    platform.log.error({ err: error, refundId }, 'a payment could not be given back');
    state = 'failed';
  }
  if (state === 'processing') return;
  const status = state;
  await transaction(platform.db, async (tx) => {
    if (!(await finishRefund(tx, refundId, status, platform.clock.now()))) return;
    if (status === 'failed') await books.ledger.postIn(tx, { kind: 'refundFailed', refundId, profileId: refund.profileId, gateway: charge.provider, amount: refund.amount });
  });
  platform.outbox.nudge();
  if (status === 'done') await settleCharge(platform, books, charge.id, 'reconciliation');
};

const BATCH = 50;

/** Refunds that are under way, or whose job gave up. */
export const reconcileRefunds = async (platform: Platform, books: Refunder): Promise<void> => {
  for (const id of await listOpenRefunds(platform.db, BATCH)) {
    try {
      await refundPayment(platform, books, id);
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      platform.log.warn({ err: error, refundId: id }, 'the gateway gives no answer about a refund');
    }
  }
};
