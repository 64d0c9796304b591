// Carat (e-SiTef, API v2) on the wire: the shapes that are read, their mapping to the port, and
// which declines are irreversible.
import type { ChargeId } from '@camarim/contract/ids';
import { type Centavos, ZERO_CENTAVOS, centavos } from '@camarim/contract/money';
import { z } from 'zod';
import { read, shortReference } from '../gateway-replies.ts';
import {
  type ChargeReport,
  type ChargeState,
  type Decline,
  GatewayError,
  type ProviderEvent,
  type RefundReport,
} from '../port.ts';

/** `pedido` takes twenty alphanumeric characters. */
export const toOrderId = (reference: string): string => shortReference(reference, 20);
/** The header takes at most eighty digits: the UUID as one number. */
export const toIdempotencyKey = (uuid: string): string =>
  BigInt(`0x${uuid.replaceAll('-', '')}`).toString();
/** `customer_id` takes twenty characters. */
export const toCustomerId = (reference: string): string => shortReference(reference, 20);
/** The merchant's number of a call: at most twelve digits, not unique. */
export const toMerchantUsn = (reference: string): string =>
  BigInt(`0x${Buffer.from(reference).toString('hex')}`)
    .toString()
    .slice(-12);

const amount = z.coerce.number().int().transform(centavos);
/** DD/MM/YYYYThh:mm in Brasilia time, which has had no daylight saving since 2019. */
const LOCAL = /^(\d{2})\/(\d{2})\/(\d{4})T(\d{2}:\d{2})$/;
const instant = z.string().transform((text, context) => {
  const iso = text.replace(LOCAL, '$3-$2-$1T$4:00-03:00');
  if (LOCAL.test(text) && !Number.isNaN(Date.parse(iso))) return new Date(iso);
  context.addIssue({ code: 'custom', message: 'expected DD/MM/YYYYThh:mm' });
  return z.NEVER;
});
const refundSchema = z.object({
  nit: z.string(),
  amount,
  status: z.string(),
  date: instant.nullish(),
});
const paymentSchema = z.object({
  nit: z.string(),
  order_id: z.string(),
  amount,
  status: z.string(),
  authorizer_code: z.string().nullish(),
  authorizer_message: z.string().nullish(),
  merchant_advice_code: z.string().nullish(),
  authorizer_date: instant.nullish(),
  network_transaction_id: z.string().nullish(),
  analysis: z.object({ status: z.string().nullish() }).nullish(),
  cancellations: z.array(refundSchema).nullish(),
});
const replySchema = z.object({ payment: paymentSchema });
const listSchema = z.object({ transactions: z.array(replySchema) });
export type CaratPayment = z.output<typeof paymentSchema>;

/** Throws GatewayError (`invalid`). */
export const readPayment = (body: unknown): CaratPayment =>
  read(replySchema, body, 'payment').payment;

/** Every payment of one order. Throws GatewayError (`invalid`). */
export const readPayments = (body: unknown): CaratPayment[] =>
  read(listSchema, body, 'list of payments').transactions.map(({ payment }) => payment);

const messageSchema = z.object({ code: z.string(), message: z.string().default('') });
/** The reason in a refusal. */
export const reasonIn = (body: unknown): string | undefined =>
  messageSchema.safeParse(body).data?.message;

const storedCardSchema = z.object({ card: z.object({ token: z.string().min(8).max(200) }) });
export const readCardToken = (body: unknown): string =>
  read(storedCardSchema, body, 'stored card').card.token;

const zeroAuthSchema = z.object({
  payment: z.object({
    status: z.literal(['NEG', 'BLQ']),
    authorizer_code: z.string().default(''),
    authorizer_message: z.string().default(''),
  }),
});
/** The decline of a Zero Auth; null when the bank accepted the card. */
export const declineInAnswer = (body: unknown): Decline | null => {
  const payment = zeroAuthSchema.safeParse(body).data?.payment;
  return payment ? declineOf(payment.authorizer_code, payment.authorizer_message) : null;
};

// Codes of the Brazilian card industry (ABECS), which the authorizers behind Carat pass on.
const IRREVERSIBLE = new Set(['04', '07', '14', '15', '41', '43', '46', '54', '57', 'R1', 'R3']);
const REVERSIBLE = new Set(['51', '61', '63', '65', '82', '91', '96']);
const ADVICE_NEVER = new Set(['03', '21']);
const declineOf = (code: string, words: string, advice?: string | null): Decline => {
  const never = IRREVERSIBLE.has(code) || ADVICE_NEVER.has(advice ?? '');
  return {
    code,
    class: never ? 'irreversible' : REVERSIBLE.has(code) ? 'reversible' : 'unknown',
    words,
  };
};

/** Confirmed; paid and then fully refunded. */
const RECEIVED = new Set(['CON', 'EST']);
const STATES: Partial<Record<string, ChargeState>> = {
  PPC: 'authorized',
  NEG: 'failed',
  /** Too many tries with this card. */
  BLQ: 'failed',
  INV: 'canceled',
  ERR: 'canceled',
  PPN: 'canceled',
  CAN: 'canceled',
  ABA: 'canceled',
  EXP: 'expired',
};
const REFUND_STATES: Partial<Record<string, RefundReport['state']>> = {
  CON: 'done',
  NEG: 'failed',
  /** Too many tries with this card. */
  BLQ: 'failed',
  INV: 'failed',
  ERR: 'failed',
  EXP: 'failed',
};

export const refundsOf = ({ cancellations }: CaratPayment, now: Date): RefundReport[] =>
  (cancellations ?? []).map(({ nit, amount: amountCentavos, status, date }) => ({
    refundId: nit,
    ref: nit,
    origin: 'requested',
    state: REFUND_STATES[status] ?? 'processing',
    amountCentavos,
    at: date ?? now,
  }));

const stateOf = (
  { status }: CaratPayment,
  received: Centavos,
  refunds: readonly RefundReport[],
): ChargeState => {
  if (received === 0) return STATES[status] ?? 'pending';
  const returned = refunds.reduce(
    (sum, refund) => (refund.state === 'done' ? sum + refund.amountCentavos : sum),
    0,
  );
  if (status === 'EST' || returned >= received) return 'refunded';
  return returned > 0 ? 'partially_refunded' : 'paid';
};

const SCREENING: Partial<Record<string, NonNullable<ChargeReport['screening']>>> = {
  ACC: 'accepted',
  REJ: 'rejected',
  REV: 'review',
};

const screeningOf = (status: string | null | undefined): Pick<ChargeReport, 'screening'> => {
  const screening = status ? SCREENING[status] : undefined;
  return screening ? { screening } : {};
};

/**
 * The payments of one charge as its report: received money outranks a refusal. Throws GatewayError
 * (`invalid`).
 */
export const reportOf = (
  payments: readonly [CaratPayment, ...CaratPayment[]],
  chargeId: ChargeId,
  now: Date,
): ChargeReport => {
  const payment = payments.find(({ status }) => RECEIVED.has(status)) ?? payments[0];
  if (payments.some(({ order_id }) => order_id !== toOrderId(chargeId)))
    throw new GatewayError('invalid', 'the gateway answered another charge than the requested one');
  const paidCentavos = RECEIVED.has(payment.status) ? payment.amount : ZERO_CENTAVOS;
  const refunds = refundsOf(payment, now);
  const state = stateOf(payment, paidCentavos, refunds);
  return {
    chargeId,
    providerRef: payment.nit,
    state,
    amountCentavos: payment.amount,
    paidCentavos,
    receipts:
      paidCentavos === 0
        ? []
        : [
            {
              ref: payment.nit,
              amountCentavos: paidCentavos,
              receivedAt: payment.authorizer_date ?? now,
              refunds,
            },
          ],
    presentment: null,
    ...(payment.network_transaction_id && { networkRef: payment.network_transaction_id }),
    ...screeningOf(payment.analysis?.status),
    ...(state === 'failed' && {
      decline: declineOf(
        payment.authorizer_code ?? '',
        payment.authorizer_message ?? '',
        payment.merchant_advice_code,
      ),
    }),
  };
};

/**
 * The event of a notification: an unsigned form, of which only the payment's number is read. Throws
 * GatewayError (`invalid`).
 */
export const readNotice = (rawBody: Uint8Array): ProviderEvent[] => {
  const form = new URLSearchParams(new TextDecoder().decode(rawBody));
  const [nit, status] = [form.get('nit'), form.get('status')];
  if (!nit || !status || nit.length > 100)
    throw new GatewayError('invalid', 'the notification names no payment');
  return [
    { key: `${nit}:${status}`, kind: 'payment', chargeId: null, providerRef: nit, at: new Date(0) },
  ];
};
