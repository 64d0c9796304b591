// A bank slip that also carries a Pix code: two gateways behind one charge, paid either way and
// credited once.
import { centavos, ZERO_CENTAVOS } from '@camarim/contract/money';
import type { DueChargesApi } from '../due-charge-port.ts';
import {
  GatewayError,
  type ChargeReport,
  type ChargeRequest,
  type ChargeState,
  type ChargeLookup,
  type PaymentProvider,
  type Receipt,
} from '../port.ts';

type Gateways = { slips: PaymentProvider; pix: PaymentProvider; codes: DueChargesApi };

/** Marks receipts as received by Pix. */
const byPix = (receipts: readonly Receipt[]): Receipt[] =>
  receipts.map((receipt) => ({
    ...receipt,
    through: 'pix',
    refunds: receipt.refunds.map((refund) => ({ ...refund, through: 'pix' })),
  }));

/**
 * Whether a Pix payment of a boleto that was also paid was refunded under the charge's own id: it
 * does not count then.
 */
const isReturned = ({ refunds, amountCentavos }: Receipt, chargeId: string): boolean =>
  refunds.some(
    ({ refundId, state, amountCentavos: returned }) =>
      refundId === chargeId && state !== 'failed' && returned === amountCentavos,
  );

const stateOf = (
  slip: ChargeReport,
  code: ChargeReport | null,
  receipts: readonly Receipt[],
): ChargeState => {
  if (receipts.length === 0)
    return slip.state === 'pending' || code?.state !== 'pending' ? slip.state : 'pending';
  // Only Pix can be refunded, by us or by the payer's bank.
  const returning =
    receipts.length > 1 || !code || code.receipts.length === 0 ? 'paid' : code.state;
  return code?.state === 'charged_back' ? 'charged_back' : returning;
};

/** Merges both into one report: only payments that were not refunded count. */
const merge = (slip: ChargeReport, code: ChargeReport | null): ChargeReport => {
  const pix = byPix(code?.receipts ?? []);
  const counted =
    slip.receipts.length > 0 ? pix.filter((receipt) => !isReturned(receipt, slip.chargeId)) : pix;
  const receipts = [...slip.receipts, ...counted];
  const brCode = code?.presentment?.kind === 'pix' ? code.presentment.brCode : null;
  return {
    ...slip,
    receipts,
    state: stateOf(slip, counted.length === pix.length ? code : null, receipts),
    paidCentavos: receipts.reduce(
      (sum, { amountCentavos }) => centavos(sum + amountCentavos),
      ZERO_CENTAVOS,
    ),
    presentment:
      slip.presentment?.kind === 'boleto'
        ? { ...slip.presentment, ...(brCode !== null && { brCode }) }
        : slip.presentment,
  };
};

const status = async (
  { slips, codes }: Gateways,
  charge: ChargeLookup,
): Promise<ChargeReport | null> => {
  const [slip, code] = await Promise.all([slips.status(charge), codes.status(charge.chargeId)]);
  return slip && merge(slip, code);
};

const createCharge = async (
  { slips, codes }: Gateways,
  request: ChargeRequest,
): Promise<ChargeReport> => {
  const slip = await slips.createCharge(request);
  if (slip.presentment?.kind !== 'boleto' || !request.payer)
    return merge(slip, await codes.status(request.chargeId));
  const { chargeId, amountCentavos, description, payer } = request;
  try {
    return merge(
      slip,
      await codes.create({
        chargeId,
        amountCentavos,
        description,
        payer,
        dueDate: slip.presentment.dueDate,
      }),
    );
  } catch (error) {
    // A boleto is complete without a code, and an unseen code can't be paid.
    if (!(error instanceof GatewayError)) throw error;
    return slip;
  }
};

/**
 * After a payment: withdraws the code when the boleto was paid; when both were paid, refunds the
 * Pix, because a boleto can't be refunded. Answers the charge's state. Idempotent.
 */
const closeOtherMethod = async (
  gateways: Gateways,
  charge: ChargeLookup,
): Promise<ChargeReport | null> => {
  const { slips, pix, codes } = gateways;
  const [slip, code] = await Promise.all([slips.status(charge), codes.status(charge.chargeId)]);
  if (!slip || slip.receipts.length === 0 || !code) return slip && merge(slip, code);
  if (code.state === 'pending' || code.state === 'expired') await codes.cancel(charge.chargeId);
  const twice = code.receipts.filter(
    (receipt) => !isReturned(receipt, charge.chargeId) && receipt.refunds.length === 0,
  );
  for (const { ref, amountCentavos } of twice)
    await pix.refund({
      receiptRef: ref,
      refundId: charge.chargeId,
      amountCentavos,
      receiptCentavos: amountCentavos,
    });
  return status(gateways, charge);
};

/**
 * Boletos of one gateway with Pix codes of another; null when that one offers none. The result acts
 * as the boleto gateway.
 */
export const hybridBoleto = (
  slips: PaymentProvider,
  pix: PaymentProvider,
): PaymentProvider | null => {
  const { dueCharges: codes } = pix;
  if (!codes) return null;
  const gateways: Gateways = { slips, pix, codes };
  const isPix = (receiptRef: string): boolean => receiptRef.startsWith('E');
  return {
    ...slips,
    createCharge: (request) => createCharge(gateways, request),
    status: (charge) => status(gateways, charge),
    closeOtherMethod: (charge) => closeOtherMethod(gateways, charge),
    // Only Pix payments can be refunded.
    refund: (request) => (isPix(request.receiptRef) ? pix : slips).refund(request),
    refundStatus: (refund) => (isPix(refund.receiptRef) ? pix : slips).refundStatus(refund),
  };
};
