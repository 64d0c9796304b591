// A boleto that also carries a Pix code: two gateways behind one charge, paid by either method and
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

type Gateways = { boletos: PaymentProvider; pix: PaymentProvider; codes: DueChargesApi };

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
  boleto: ChargeReport,
  code: ChargeReport | null,
  receipts: readonly Receipt[],
): ChargeState => {
  if (receipts.length === 0)
    return boleto.state === 'pending' || code?.state !== 'pending' ? boleto.state : 'pending';
  // Only Pix can be refunded, by us or by the payer's bank.
  const returning =
    receipts.length > 1 || !code || code.receipts.length === 0 ? 'paid' : code.state;
  return code?.state === 'charged_back' ? 'charged_back' : returning;
};

/** Merges both into one report: only payments that were not refunded count. */
const merge = (boleto: ChargeReport, code: ChargeReport | null): ChargeReport => {
  const pix = byPix(code?.receipts ?? []);
  const counted =
    boleto.receipts.length > 0
      ? pix.filter((receipt) => !isReturned(receipt, boleto.chargeId))
      : pix;
  const receipts = [...boleto.receipts, ...counted];
  const brCode = code?.presentment?.kind === 'pix' ? code.presentment.brCode : null;
  return {
    ...boleto,
    receipts,
    state: stateOf(boleto, counted.length === pix.length ? code : null, receipts),
    paidCentavos: receipts.reduce(
      (sum, { amountCentavos }) => centavos(sum + amountCentavos),
      ZERO_CENTAVOS,
    ),
    presentment:
      boleto.presentment?.kind === 'boleto'
        ? { ...boleto.presentment, ...(brCode !== null && { brCode }) }
        : boleto.presentment,
  };
};

/**
 * What both gateways say. A boleto that is paid counts without an answer about its code; a later
 * poll, of which a paid boleto has some, looks at the code again.
 */
const lookUpBoth = async (
  { boletos, codes }: Pick<Gateways, 'boletos' | 'codes'>,
  charge: ChargeLookup,
): Promise<[boleto: ChargeReport | null, code: ChargeReport | null]> => {
  const [boleto, code] = await Promise.allSettled([
    boletos.status(charge),
    codes.status(charge.chargeId),
  ]);
  if (boleto.status === 'rejected') throw boleto.reason;
  if (code.status === 'fulfilled') return [boleto.value, code.value];
  if (!(code.reason instanceof GatewayError) || !boleto.value?.receipts.length) throw code.reason;
  return [boleto.value, null];
};

const status = async (
  { boletos, codes }: Gateways,
  charge: ChargeLookup,
): Promise<ChargeReport | null> => {
  const [boleto, code] = await lookUpBoth({ boletos, codes }, charge);
  return boleto && merge(boleto, code);
};

const createCharge = async (
  { boletos, codes }: Gateways,
  request: ChargeRequest,
): Promise<ChargeReport> => {
  const boleto = await boletos.createCharge(request);
  if (boleto.presentment?.kind !== 'boleto' || !request.payer)
    return merge(boleto, await codes.status(request.chargeId));
  const { chargeId, amountCentavos, description, payer } = request;
  try {
    return merge(
      boleto,
      await codes.create({
        chargeId,
        amountCentavos,
        description,
        payer,
        dueDate: boleto.presentment.dueDate,
      }),
    );
  } catch (error) {
    // A boleto is complete without a code, and an unseen code can't be paid.
    if (!(error instanceof GatewayError)) throw error;
    return boleto;
  }
};

/**
 * After a payment: withdraws the code when the boleto was paid; when both were paid, refunds the
 * Pix, because a boleto can't be refunded. Returns the charge's state. Idempotent.
 */
const closeOtherMethod = async (
  gateways: Gateways,
  charge: ChargeLookup,
): Promise<ChargeReport | null> => {
  const { pix, codes } = gateways;
  const [boleto, code] = await lookUpBoth(gateways, charge);
  if (!boleto || boleto.receipts.length === 0 || !code) return boleto && merge(boleto, code);
  if (code.state === 'pending' || code.state === 'expired')
    await codes.cancel(charge.chargeId).catch((error: unknown) => {
      // The payment doesn't wait for it: a later poll cancels the code, or finds a second payment.
      if (!(error instanceof GatewayError)) throw error;
    });
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
  boletos: PaymentProvider,
  pix: PaymentProvider,
): PaymentProvider | null => {
  const { dueCharges: codes } = pix;
  if (!codes) return null;
  const gateways: Gateways = { boletos, pix, codes };
  const isPix = (receiptRef: string): boolean => receiptRef.startsWith('E');
  return {
    ...boletos,
    createCharge: (request) => createCharge(gateways, request),
    status: (charge) => status(gateways, charge),
    closeOtherMethod: (charge) => closeOtherMethod(gateways, charge),
    // Only Pix payments can be refunded.
    refund: (request) => (isPix(request.receiptRef) ? pix : boletos).refund(request),
    refundStatus: (refund) => (isPix(refund.receiptRef) ? pix : boletos).refundStatus(refund),
  };
};
