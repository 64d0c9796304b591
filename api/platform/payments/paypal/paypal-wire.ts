// PayPal's Orders v2 on the wire: the shapes that are read, and their mapping to the port.
import type { ChargeId } from '@camarim/contract/ids';
import { type Centavos, ZERO_CENTAVOS, centavos, fromDecimalText } from '@camarim/contract/money';
import { HOUR_MS } from '@camarim/contract/time';
import { z } from 'zod';
import { read } from '../gateway-replies.ts';
import {
  GatewayError,
  type ChargeReport,
  type ChargeState,
  type ProviderEvent,
  type Receipt,
  type RefundReport,
} from '../port.ts';

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const money = z
  .object({ currency_code: z.literal('BRL'), value: z.string().regex(/^\d{1,11}\.\d{2}$/) })
  .transform(({ value }) => fromDecimalText(value));
const links = z.array(z.object({ rel: z.string(), href: z.string() })).default([]);

/**
 * `custom_id` and `invoice_id` belong to the refund: ours carry the charge's id in the first and
 * the refund's id in the second.
 */
const refundSchema = z.object({
  id: z.string(),
  status: z.string(),
  amount: money,
  custom_id: z.string().nullish(),
  invoice_id: z.string().nullish(),
  create_time: instant.nullish(),
  links,
});
const captureSchema = z.object({
  id: z.string(),
  status: z.string(),
  status_details: z.object({ reason: z.string().nullish() }).nullish(),
  amount: money,
  custom_id: z.string().nullish(),
  create_time: instant.nullish(),
  update_time: instant.nullish(),
  supplementary_data: z
    .object({ related_ids: z.object({ order_id: z.string().nullish() }).nullish() })
    .nullish(),
});
const orderSchema = z.object({
  id: z.string(),
  status: z.string(),
  create_time: instant.nullish(),
  update_time: z.string().nullish(),
  purchase_units: z
    .array(
      z.object({
        custom_id: z.string().nullish(),
        amount: money,
        payments: z
          .object({
            captures: z.array(captureSchema).default([]),
            refunds: z.array(refundSchema).default([]),
          })
          .nullish(),
      }),
    )
    .min(1),
  links,
});
const eventSchema = z.object({
  id: z.string().min(1),
  event_type: z.string(),
  create_time: instant,
  resource: z
    .object({
      custom_id: z.string().nullish(),
      links,
      purchase_units: z.array(z.object({ custom_id: z.string().nullish() })).nullish(),
    })
    .loose(),
});
const webhookSchema = z.object({ url: z.string() });
const uuidSchema = z.uuid();

type Capture = z.output<typeof captureSchema>;
type Refund = z.output<typeof refundSchema>;
type Order = z.output<typeof orderSchema>;

/** Time in which an order can be approved. */
const ORDER_LIFE_MS = 3 * HOUR_MS;
/** Reasons of a reversed capture. */
const REVERSAL_REASONS = new Set(['CHARGEBACK', 'BUYER_COMPLAINT']);
const REFUND_STATES: Record<string, RefundReport['state']> = {
  COMPLETED: 'done',
  FAILED: 'failed',
  CANCELLED: 'failed',
};

const chargeIdIn = (text: string | null | undefined): ChargeId | null =>
  uuidSchema.safeParse(text).success ? (text as ChargeId) : null;

const refundOf = (refund: Refund, disputed: boolean, now: Date): RefundReport => ({
  refundId: refund.invoice_id ?? refund.id,
  ref: refund.id,
  // Refunds that we requested carry our id.
  origin: disputed && !refund.invoice_id ? 'disputed' : 'requested',
  state: REFUND_STATES[refund.status] ?? 'processing',
  amountCentavos: refund.amount,
  at: refund.create_time ?? now,
});

/** The capture that the refund's link "up" names; null without one. */
const captureIn = (of: { rel: string; href: string }[]): string | null =>
  of.flatMap(({ rel, href }) =>
    rel === 'up' ? (/\/captures\/([^/?]+)$/.exec(href)?.[1] ?? []) : [],
  )[0] ?? null;
const isOf =
  (capture: Capture) =>
  (refund: Refund): boolean =>
    captureIn(refund.links) === capture.id;

/** Captures whose money was received; `REVERSED` is one that the payer's bank took back. */
const RECEIVED_STATES = new Set(['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED', 'REVERSED']);

/** A reversed capture may lack a refund entry: the unrefunded rest counts as reversed. */
const reversalOf = (capture: Capture, listed: RefundReport[], now: Date): RefundReport[] => {
  const left = capture.amount - total(listed.filter(({ state }) => state === 'done'));
  return left <= 0
    ? []
    : [
        {
          refundId: `${capture.id}-reversed`,
          ref: `${capture.id}-reversed`,
          origin: 'disputed',
          state: 'done',
          amountCentavos: centavos(left),
          at: capture.update_time ?? now,
        },
      ];
};

const receiptsOf = ({ purchase_units: units }: Order, now: Date): Receipt[] =>
  units.flatMap(({ payments }) =>
    (payments?.captures ?? [])
      .filter(({ status }) => RECEIVED_STATES.has(status))
      .map((capture) => {
        const disputed = REVERSAL_REASONS.has(capture.status_details?.reason ?? '');
        const listed = (payments?.refunds ?? [])
          .filter(isOf(capture))
          .map((refund) => refundOf(refund, disputed || capture.status === 'REVERSED', now));
        const refunds =
          capture.status === 'REVERSED' ? [...listed, ...reversalOf(capture, listed, now)] : listed;
        return {
          ref: capture.id,
          amountCentavos: capture.amount,
          receivedAt: capture.create_time ?? now,
          refunds,
        };
      }),
  );

const total = (amounts: readonly { amountCentavos: Centavos }[]): Centavos =>
  amounts.reduce<Centavos>(
    (sum, { amountCentavos }) => centavos(sum + amountCentavos),
    ZERO_CENTAVOS,
  );

const stateOf = (order: Order, receipts: Receipt[], expiresAt: Date, now: Date): ChargeState => {
  if (receipts.length > 0) {
    const returned = receipts
      .flatMap(({ refunds }) => refunds)
      .filter(({ state }) => state === 'done');
    if (returned.some(({ origin }) => origin === 'disputed')) return 'charged_back';
    if (total(returned) === 0) return 'paid';
    return total(returned) >= total(receipts) ? 'refunded' : 'partially_refunded';
  }
  if (order.status === 'VOIDED') return 'canceled';
  if (order.status === 'APPROVED') return 'authorized';
  // Captured and held for review by PayPal or the payer's bank.
  if (order.status === 'COMPLETED') return 'pending';
  return now >= expiresAt ? 'expired' : 'pending';
};

/** An order as a report. Throws GatewayError (`invalid`). */
export const readOrder = (body: unknown, chargeId: ChargeId, now: Date): ChargeReport => {
  const order = read(orderSchema, body, 'order');
  const unit = order.purchase_units[0];
  if (!unit || unit.custom_id !== chargeId)
    throw new GatewayError('invalid', 'the gateway answered another charge than the requested one');
  const expiresAt = new Date((order.create_time ?? now).getTime() + ORDER_LIFE_MS);
  const receipts = receiptsOf(order, now);
  const state = stateOf(order, receipts, expiresAt, now);
  const url = order.links.find(({ rel }) => rel === 'payer-action' || rel === 'approve')?.href;
  return {
    chargeId,
    providerRef: order.id,
    state,
    amountCentavos: unit.amount,
    paidCentavos: total(receipts),
    receipts,
    presentment:
      state === 'pending' && url ? { kind: 'paypal', orderId: order.id, url, expiresAt } : null,
  };
};

/** When PayPal changed the order last, as it says it; null: it does not. */
export const readOrderChange = (body: unknown): string | null =>
  read(orderSchema, body, 'order').update_time ?? null;

/** The reply to a refund request. */
export const readRefund = (body: unknown, now: Date): RefundReport =>
  refundOf(read(refundSchema, body, 'refund'), false, now);

/** Our refund of an order, by its id. */
export const findRefund = (body: unknown, refundId: string, now: Date): RefundReport | null => {
  const found = read(orderSchema, body, 'order')
    .purchase_units.flatMap(({ payments }) => payments?.refunds ?? [])
    .find(({ invoice_id: id }) => id === refundId);
  return found ? refundOf(found, false, now) : null;
};

/** The order and the charge of a capture, each where the capture names it. */
export const readCapture = (
  body: unknown,
): { orderId: string | null; chargeId: ChargeId | null } => {
  const { supplementary_data: related, custom_id: custom } = read(captureSchema, body, 'capture');
  return { orderId: related?.related_ids?.order_id ?? null, chargeId: chargeIdIn(custom) };
};

export const readWebhookUrl = (body: unknown): string => read(webhookSchema, body, 'webhook').url;

/** The event of a notification. */
export const readEvent = (body: unknown): ProviderEvent[] => {
  const {
    id,
    event_type: type,
    create_time: at,
    resource,
  } = read(eventSchema, body, 'notification');
  const chargeId = chargeIdIn(resource.custom_id ?? resource.purchase_units?.[0]?.custom_id);
  const kind = type.includes('REFUND') || type.includes('REVERSED') ? 'refund' : 'payment';
  const receiptRef = kind === 'refund' ? captureIn(resource.links) : null;
  return [
    { key: id, kind, chargeId, providerRef: null, at, ...(receiptRef !== null && { receiptRef }) },
  ];
};
