// Cielo E-commerce 3.0 on the wire: the shapes of card sales that are read, and their mapping to
// the port.
import type { ChargeId } from '@camarim/contract/ids';
import { type Centavos, ZERO_CENTAVOS, centavos } from '@camarim/contract/money';
import { z } from 'zod';
import { read } from '../gateway-replies.ts';
import {
  type ChargeReport,
  type ChargeState,
  type Decline,
  GatewayError,
  type RefundReport,
} from '../port.ts';
import { toOrderId } from './cielo-wire.ts';
import { localInstant } from './due-date.ts';

/** Cielo's names of the specification's brands. Cielo takes no others. */
const BRANDS: Partial<Record<number, string>> = {
  1: 'Visa',
  2: 'Master',
  3: 'Amex',
  5: 'Hipercard',
  33: 'Diners',
  41: 'Elo',
  43: 'JCB',
};
/** Brands with Zero Auth. Cards of other brands are not stored. */
const ZERO_AUTH_BRANDS = new Set([1, 2, 41]);

export const takesBrand = (brandId: number): boolean => ZERO_AUTH_BRANDS.has(brandId);
export const brandName = (brandId: number): string => BRANDS[brandId] ?? '';

const amount = z.int().transform(centavos);
const saleSchema = z.object({
  MerchantOrderId: z.string(),
  Payment: z.object({
    PaymentId: z.string(),
    Amount: amount,
    Status: z.coerce.number(),
    ReturnCode: z.string().nullish(),
    ReturnMessage: z.string().nullish(),
    // Mastercard documents two digits; Cielo's example has "1".
    MerchantAdviceCode: z
      .string()
      .transform((code) => code.padStart(2, '0'))
      .nullish(),
    CapturedAmount: amount.nullish(),
    CapturedDate: z.string().nullish(),
    ReceivedDate: z.string().nullish(),
    IssuerTransactionId: z.string().nullish(),
    VoidedAmount: amount.nullish(),
    VoidedDate: z.string().nullish(),
    Refunds: z
      .array(
        z.object({ Amount: amount, Status: z.coerce.number(), ReceivedDate: z.string().nullish() }),
      )
      .nullish(),
    FraudAnalysis: z.object({ Status: z.coerce.number() }).nullish(),
  }),
});
export type CardSale = z.output<typeof saleSchema>;

/** Throws GatewayError (`invalid`). */
export const readCardSale = (body: unknown): CardSale => read(saleSchema, body, 'sale');

const storedCardSchema = z.object({ CardToken: z.string().min(8).max(200) });
export const readCardToken = (body: unknown): string =>
  read(storedCardSchema, body, 'stored card').CardToken;

const zeroAuthSchema = z.object({
  Valid: z.literal(false),
  ReturnCode: z.string(),
  ReturnMessage: z.string().default(''),
});

/** The decline of a Zero Auth; null when the bank accepted the card. */
export const declineInAnswer = (body: unknown): Decline | null => {
  const parsed = zeroAuthSchema.safeParse(body);
  return parsed.success ? declineOf(parsed.data.ReturnCode, parsed.data.ReturnMessage) : null;
};

// Codes of the Brazilian card industry (ABECS). Irreversible: unknown, expired, lost or stolen, or
// cancelled by the holder.
const IRREVERSIBLE = new Set(['04', '07', '14', '15', '41', '43', '46', '54', '57', 'R1', 'R3']);
/** Reversible: no funds or limit, a wrong security code, the bank is unavailable. */
const REVERSIBLE = new Set(['51', '61', '63', '65', '82', '91', '96']);
/** Mastercard's advice codes: never try this card again. */
const ADVICE_NEVER = new Set(['03', '21']);
/** The 3-D Secure authentication failed. */
const UNAUTHENTICATED = 'BP171';

export const declineOf = (code: string, words: string, advice?: string | null): Decline => {
  const never = IRREVERSIBLE.has(code) || ADVICE_NEVER.has(advice ?? '');
  return {
    code,
    class: never
      ? 'irreversible'
      : code === UNAUTHENTICATED
        ? 'unauthenticated'
        : REVERSIBLE.has(code)
          ? 'reversible'
          : 'unknown',
    words,
  };
};

const STATUS = {
  unfinished: 0,
  authorized: 1,
  paid: 2,
  denied: 3,
  voided: 10,
  refunded: 11,
  pending: 12,
  aborted: 13,
} as const;
/** Decisions of the fraud screening; other statuses are none. */
const SCREENING: Partial<Record<number, NonNullable<ChargeReport['screening']>>> = {
  1: 'accepted',
  2: 'rejected',
  3: 'review',
};
const REFUND_STATES: Partial<Record<number, RefundReport['state']>> = {
  3: 'done',
  4: 'failed',
  5: 'failed',
};

const listedRefunds = ({
  Refunds,
  VoidedAmount,
  VoidedDate,
}: CardSale['Payment']): NonNullable<CardSale['Payment']['Refunds']> => {
  if (Refunds && Refunds.length > 0) return Refunds;
  return VoidedAmount
    ? [{ Amount: VoidedAmount, Status: 3, ReceivedDate: VoidedDate ?? null }]
    : [];
};

const instantOf = (local: string | null | undefined, now: Date): Date =>
  local ? localInstant(local) : now;

/**
 * Refunds of a sale in the order of their requests, which is their only identity. The list is
 * documented as one that "may be returned"; without it, the refunded sum is one refund.
 */
export const refundsOf = ({ Payment }: CardSale, now: Date): RefundReport[] =>
  listedRefunds(Payment).map(({ Amount, Status, ReceivedDate }, index) => {
    const ref = `${Payment.PaymentId}:${index + 1}`;
    return {
      refundId: ref,
      ref,
      origin: 'requested' as const,
      state: REFUND_STATES[Status] ?? 'processing',
      amountCentavos: Amount,
      at: instantOf(ReceivedDate, now),
    };
  });

const receivedOf = ({ Payment }: CardSale): Centavos => {
  const { Status, CapturedAmount, Amount } = Payment;
  if (Status === STATUS.paid || Status === STATUS.refunded) return CapturedAmount ?? Amount;
  // On the day of the sale a refund is a void, which keeps the captured amount.
  return Status === STATUS.voided ? (CapturedAmount ?? ZERO_CENTAVOS) : ZERO_CENTAVOS;
};

const stateOf = (
  sale: CardSale,
  received: Centavos,
  refunds: readonly RefundReport[],
): ChargeState => {
  const { Status } = sale.Payment;
  if (received > 0) {
    const returned = refunds.reduce(
      (sum, refund) => (refund.state === 'done' ? sum + refund.amountCentavos : sum),
      0,
    );
    if (Status === STATUS.refunded || Status === STATUS.voided || returned >= received)
      return 'refunded';
    return returned > 0 ? 'partially_refunded' : 'paid';
  }
  if (Status === STATUS.authorized) return 'authorized';
  if (Status === STATUS.denied) return 'failed';
  return Status === STATUS.voided || Status === STATUS.aborted ? 'canceled' : 'pending';
};

const screeningOf = (status: number | undefined): Pick<ChargeReport, 'screening'> => {
  const screening = status === undefined ? undefined : SCREENING[status];
  return screening ? { screening } : {};
};

/**
 * All sales of one charge as its report. There is one, unless a lost reply created a second sale:
 * the oldest that did not fail is the charge's, and money received for any of them counts. Throws
 * GatewayError (`invalid`).
 */
export const cardReportOf = (
  sales: readonly [CardSale, ...CardSale[]],
  chargeId: ChargeId,
  now: Date,
): ChargeReport => {
  if (sales.some(({ MerchantOrderId }) => MerchantOrderId !== toOrderId(chargeId)))
    throw new GatewayError('invalid', 'the gateway answered another charge than the requested one');
  const sale = sales.find((sale) => receivedOf(sale) > 0) ?? sales[0];
  const { Payment } = sale;
  const receipts = sales.flatMap((sale) => {
    const amountCentavos = receivedOf(sale);
    return amountCentavos === 0
      ? []
      : [
          {
            ref: sale.Payment.PaymentId,
            amountCentavos,
            receivedAt: instantOf(sale.Payment.CapturedDate, now),
            refunds: refundsOf(sale, now),
          },
        ];
  });
  const state = stateOf(sale, receivedOf(sale), refundsOf(sale, now));
  return {
    chargeId,
    providerRef: Payment.PaymentId,
    state,
    amountCentavos: Payment.Amount,
    paidCentavos: receipts.reduce<Centavos>(
      (sum, receipt) => centavos(sum + receipt.amountCentavos),
      ZERO_CENTAVOS,
    ),
    receipts,
    presentment: null,
    ...(Payment.IssuerTransactionId && { networkRef: Payment.IssuerTransactionId }),
    ...screeningOf(Payment.FraudAnalysis?.Status),
    ...(state === 'failed' && {
      decline: declineOf(
        Payment.ReturnCode ?? '',
        Payment.ReturnMessage ?? '',
        Payment.MerchantAdviceCode,
      ),
    }),
  };
};
