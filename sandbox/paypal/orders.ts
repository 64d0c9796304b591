// PayPal's orders: their replies and their webhook events.
import { randomInt, randomUUID } from 'node:crypto';
import { centavos, decimalText } from '@camarim/contract/money';
import {
  createOrderStore,
  type OrderEvent,
  type Order,
  type OrderStore,
  type OrderPayment,
  type OrderRefund,
  refundable,
  type SandboxContext,
} from '../core/order-store.ts';
import type { WebhookSender } from '../core/webhooks.ts';
import type { Signer } from './signing.ts';

export type PayPalDetails = {
  description: string | null;
  returnUrl: string | null;
  cancelUrl: string | null;
  /** The order names PayPal as its payment source. */
  sourceNamed: boolean;
  /** The merchant gave a reference (custom_id). */
  ownReference: boolean;
};

const WEBHOOK = 'paypal-webhook';
const ID_ALPHABET = '0123456789ABCDEFGHJKLMNPRSTUVWXY';
/** Seventeen alphanumeric characters, as PayPal's identifiers. */
const paypalId = (): string =>
  Array.from({ length: 17 }, () => ID_ALPHABET[randomInt(ID_ALPHABET.length)]).join('');

export type Webhook = { id: string; url: string; eventTypes: { name: string }[] };
export const findWebhook = ({ store }: SandboxContext, id: string): Webhook | undefined =>
  store.get<Webhook>(WEBHOOK, id);
export const saveWebhook = ({ store }: SandboxContext, webhook: Webhook): void =>
  store.put(WEBHOOK, webhook.id, webhook);

const money = (amountCentavos: number) => ({
  currency_code: 'BRL',
  value: decimalText(centavos(amountCentavos)),
});

export const refundReply = (refund: OrderRefund, paymentId: string, origin: string) => ({
  id: refund.id,
  amount: money(refund.amountCentavos),
  // Fields of the refund itself; PayPal does not copy those of the payment.
  ...(refund.merchantField ? { custom_id: refund.merchantField } : {}),
  ...(refund.merchantRef === null ? {} : { invoice_id: refund.merchantRef }),
  status: refund.fails ? 'FAILED' : refund.processing ? 'PENDING' : 'COMPLETED',
  create_time: refund.at,
  update_time: refund.at,
  links: [
    { rel: 'self', href: `${origin}/v2/payments/refunds/${refund.id}`, method: 'GET' },
    { rel: 'up', href: `${origin}/v2/payments/captures/${paymentId}`, method: 'GET' },
  ],
});

const captureStatus = (payment: OrderPayment): object => {
  const returned = payment.refunds.filter(({ fails }) => !fails);
  if (returned.length === 0) return { status: 'COMPLETED' };
  const reason = returned.some(({ contested }) => contested)
    ? { status_details: { reason: 'CHARGEBACK' } }
    : {};
  return { status: refundable(payment) === 0 ? 'REFUNDED' : 'PARTIALLY_REFUNDED', ...reason };
};

/** A capture within its order. */
const captureIn = (order: Order, payment: OrderPayment, origin: string) => ({
  id: payment.id,
  amount: money(payment.amountCentavos),
  custom_id: order.reference,
  final_capture: true,
  ...captureStatus(payment),
  create_time: payment.at,
  update_time: payment.at,
  links: [{ rel: 'up', href: `${origin}/v2/checkout/orders/${order.id}`, method: 'GET' }],
});

/** A capture by itself, which names its order. */
export const captureReply = (order: Order, payment: OrderPayment, origin: string) => ({
  ...captureIn(order, payment, origin),
  supplementary_data: { related_ids: { order_id: order.id } },
});

/** An order as the API answers it with `Prefer: return=representation`. */
export const orderReply = (order: Order<PayPalDetails>, origin: string) => {
  const refunds = order.payments.flatMap((payment) =>
    payment.refunds.map((refund) => refundReply(refund, payment.id, origin)),
  );
  return {
    id: order.id,
    intent: 'CAPTURE',
    status:
      order.payments.length > 0
        ? 'COMPLETED'
        : order.agreedAt
          ? 'APPROVED'
          : order.details.sourceNamed
            ? 'PAYER_ACTION_REQUIRED'
            : 'CREATED',
    create_time: order.createdAt,
    update_time: order.payments.at(-1)?.at ?? order.agreedAt ?? order.createdAt,
    purchase_units: [
      {
        reference_id: 'default',
        ...(order.details.ownReference ? { custom_id: order.reference } : {}),
        amount: money(order.amountCentavos),
        ...(order.payments.length > 0
          ? {
              payments: {
                captures: order.payments.map((payment) => captureIn(order, payment, origin)),
                ...(refunds.length > 0 ? { refunds } : {}),
              },
            }
          : {}),
      },
    ],
    links: [
      { rel: 'self', href: `${origin}/v2/checkout/orders/${order.id}`, method: 'GET' },
      {
        rel: order.details.sourceNamed ? 'payer-action' : 'approve',
        href: `${origin}/pagar/paypal/${order.id}`,
        method: 'GET',
      },
    ],
  };
};

const eventOf = (
  order: Order<PayPalDetails>,
  event: OrderEvent,
  origin: string,
): { event_type: string; resource_type: string; resource: object } => {
  const payment = order.payments.at(-1);
  if (event.kind === 'refunded' && payment) {
    const event_type = event.refund.contested
      ? 'PAYMENT.CAPTURE.REVERSED'
      : 'PAYMENT.CAPTURE.REFUNDED';
    return {
      event_type,
      resource_type: 'refund',
      resource: refundReply(event.refund, payment.id, origin),
    };
  }
  if (payment)
    return {
      event_type: 'PAYMENT.CAPTURE.COMPLETED',
      resource_type: 'capture',
      resource: captureReply(order, payment, origin),
    };
  return {
    event_type: 'CHECKOUT.ORDER.APPROVED',
    resource_type: 'checkout-order',
    resource: orderReply(order, origin),
  };
};

/** Creates the order store; each event goes, signed, to every webhook. */
export const createPayPalOrders = (
  context: SandboxContext,
  webhooks: WebhookSender,
  signer: Signer,
  origin: () => string,
): OrderStore<PayPalDetails> =>
  createOrderStore<PayPalDetails>(context, {
    gateway: 'paypal',
    title: 'PayPal',
    authorizesFirst: true,
    newId: paypalId,
    notify: (order, orderEvent) => {
      for (const { id, url } of context.store.list<Webhook>(WEBHOOK)) {
        if (url === '') continue;
        const event = {
          id: `WH-${randomUUID()}`,
          event_version: '1.0',
          create_time: context.clock.now().toISOString(),
          ...eventOf(order, orderEvent, origin()),
        };
        const headers = signer.headersFor(
          JSON.stringify(event),
          id,
          `${origin()}/v1/notifications/certs/${signer.certificateId}`,
        );
        webhooks.enqueue(url, event, { headers });
      }
    },
  });
