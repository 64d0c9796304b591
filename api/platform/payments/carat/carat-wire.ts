// Carat (e-SiTef, API v2) on the wire: the shapes we read, what they mean to us, and which refusals of a card are for good.
import type { ChargeId } from '@camarim/contract/ids';
import { type Centavos, ZERO_CENTAVOS, centavos } from '@camarim/contract/money';
import { z } from 'zod';
import { challenged } from '../cards/challenge.ts';
import { read, shortReference } from '../exchange.ts';
import { type ChargeReport, type ChargeState, type Decline, GatewayError, type ProviderEvent, type RefundReport } from '../port.ts';

/** `pedido` takes twenty letters and digits. */
export const toOrderId = (chargeId: ChargeId): string => shortReference(chargeId, 20);
/** The shop's own number of a call: at most twelve digits, and no key to anything. */
export const toMerchantUsn = (reference: string): string => BigInt(`0x${Buffer.from(reference).toString('hex')}`).toString().slice(-12);

const amount = z.coerce.number().int().transform(centavos);
const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const refundSchema = z.object({ nit: z.string(), amount, status: z.string(), date: instant.nullish() });
const paymentSchema = z.object({
  nit: z.string(),
  order_id: z.string(),
  amount,
  status: z.string(),
  authorizer_code: z.string().nullish(),
  authorizer_message: z.string().nullish(),
  merchant_advice_code: z.string().nullish(),
  authorizer_date: instant.nullish(),
  creation_date: instant.nullish(),
  network_transaction_id: z.string().nullish(),
  authentication_url: z.url().nullish(),
  antifraud_status: z.string().nullish(),
  cancellations: z.array(refundSchema).nullish(),
});
const replySchema = z.object({ payment: paymentSchema });
export type CaratPayment = z.output<typeof paymentSchema>;

/** Throws GatewayError (`invalid`). */
export const readPayment = (body: unknown): CaratPayment => read(replySchema, body, 'payment').payment;

const messageSchema = z.object({ code: z.string(), message: z.string().default('') });
/** What a refusal says. */
export const reasonIn = (body: unknown): string | undefined => messageSchema.safeParse(body).data?.message;

const keptSchema = z.object({ card: z.object({ token: z.string().min(8).max(200) }) });
export const readCardToken = (body: unknown): string => read(keptSchema, body, 'kept card').card.token;

const askedSchema = z.object({ verification: z.object({ status: z.literal('NEG'), authorizer_code: z.string(), authorizer_message: z.string().default('') }) });
/** Why the bank of a card that was asked without a charge said no; null when it did not. */
export const declineInAnswer = (body: unknown): Decline | null => {
  const parsed = askedSchema.safeParse(body);
  return parsed.success ? declineOf(parsed.data.verification.authorizer_code, parsed.data.verification.authorizer_message) : null;
};

// Codes of the Brazilian card industry (ABECS), which the authorizers behind Carat pass on.
const IRREVERSIBLE = new Set(['04', '07', '14', '15', '41', '43', '46', '54', '57', 'R1', 'R3']);
const REVERSIBLE = new Set(['51', '61', '63', '65', '82', '91', '96']);
const ADVICE_NEVER = new Set(['03', '21']);
/** The card's bank asked who pays, and was not satisfied. */
const UNAUTHENTICATED = '3DS';

const declineOf = (code: string, words: string, advice?: string | null): Decline => {
  const never = IRREVERSIBLE.has(code) || ADVICE_NEVER.has(advice ?? '');
  return { code, class: never ? 'irreversible' : code === UNAUTHENTICATED ? 'unauthenticated' : REVERSIBLE.has(code) ? 'reversible' : 'unknown', words };
};

/** Confirmed; paid and then given back in full. */
const RECEIVED = new Set(['CON', 'EST']);
const STATES: Partial<Record<string, ChargeState>> = { PPC: 'authorized', NEG: 'failed', INV: 'canceled', ERR: 'canceled', PPN: 'canceled', CAN: 'canceled', ABA: 'canceled', EXP: 'expired' };
const REFUND_STATES: Partial<Record<string, RefundReport['state']>> = { CON: 'done', NEG: 'failed', INV: 'failed', ERR: 'failed', EXP: 'failed' };

export const refundsOf = ({ cancellations }: CaratPayment, now: Date): RefundReport[] =>
  (cancellations ?? []).map(({ nit, amount: amountCentavos, status, date }) => ({ refundId: nit, ref: nit, origin: 'asked', state: REFUND_STATES[status] ?? 'processing', amountCentavos, at: date ?? now }));

const stateOf = ({ status }: CaratPayment, received: Centavos, refunds: readonly RefundReport[]): ChargeState => {
  if (received === 0) return STATES[status] ?? 'pending';
  const returned = refunds.reduce((sum, refund) => (refund.state === 'done' ? sum + refund.amountCentavos : sum), 0);
  if (status === 'EST' || returned >= received) return 'refunded';
  return returned > 0 ? 'partially_refunded' : 'paid';
};

const SCREENING: Partial<Record<string, NonNullable<ChargeReport['screening']>>> = { ACCEPT: 'accepted', REJECT: 'rejected', REVIEW: 'review' };

const screeningOf = (status: string | null | undefined): Pick<ChargeReport, 'screening'> => {
  const screening = status ? SCREENING[status] : undefined;
  return screening ? { screening } : {};
};

/** A payment as a report. Throws GatewayError (`invalid`). */
export const reportOf = (payment: CaratPayment, chargeId: ChargeId, now: Date): ChargeReport => {
  if (payment.order_id !== toOrderId(chargeId)) throw new GatewayError('invalid', 'the gateway answered another charge than the one asked for');
  const paidCentavos = RECEIVED.has(payment.status) ? payment.amount : ZERO_CENTAVOS;
  const refunds = refundsOf(payment, now);
  const state = stateOf(payment, paidCentavos, refunds);
  return {
    chargeId,
    providerRef: payment.nit,
    state,
    amountCentavos: payment.amount,
    paidCentavos,
    receipts: paidCentavos === 0 ? [] : [{ ref: payment.nit, amountCentavos: paidCentavos, receivedAt: payment.authorizer_date ?? now, refunds }],
    presentment: null,
    ...(state === 'pending' && payment.authentication_url && challenged(payment.authentication_url, payment.creation_date ?? now, now)),
    ...(payment.network_transaction_id && { networkRef: payment.network_transaction_id }),
    ...screeningOf(payment.antifraud_status),
    ...(state === 'failed' && { decline: declineOf(payment.authorizer_code ?? '', payment.authorizer_message ?? '', payment.merchant_advice_code) }),
  };
};

/** The event of a notification: a form, unsigned, of which only the payment's number is read. Throws GatewayError (`invalid`). */
export const readNotice = (rawBody: Uint8Array): ProviderEvent[] => {
  const form = new URLSearchParams(new TextDecoder().decode(rawBody));
  const [nit, status] = [form.get('nit'), form.get('status')];
  if (!nit || !status || nit.length > 100) throw new GatewayError('invalid', 'the notification names no payment');
  return [{ key: `${nit}:${status}`, kind: 'payment', chargeId: null, providerRef: nit, at: new Date(0) }];
};
