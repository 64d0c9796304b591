// PayPal through Orders v2: the payer approves an order, which is then captured.
import { decimalText } from '@camarim/contract/money';
import type { Clock } from '../../clock/port.ts';
import { parseJson, refusalError as refuseFor, sendWithLookup } from '../gateway-replies.ts';
import type { GatewayReply } from '../gateway-http.ts';
import {
  type ChargeReport,
  type ChargeRequest,
  GatewayError,
  type ChargeLookup,
  type RefundLookup,
  notOffered,
  type PaymentProvider,
  type RefundReport,
  type RefundRequest,
} from '../port.ts';
import { connectWithToken, type TokenClient } from '../token-client.ts';
import {
  findRefund,
  readCapture,
  readEvent,
  readOrder,
  readOrderChange,
  readRefund,
  readWebhookUrl,
} from './paypal-wire.ts';
import { listPayPalSettlements } from './paypal-settlements.ts';
import { createWebhookSignatureVerifier } from './webhook-signature.ts';

export type PayPalOptions = {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  /** Id of the webhook at PayPal; the adapter keeps its address current. */
  webhookId: string;
  /** Return address after the approval. */
  returnUrl: string;
  /** For the sandbox, see WebhookSignatureOptions. */
  certificateOrigins?: readonly string[];
  timeoutMs?: number;
};

type Context = { options: PayPalOptions; clock: Clock; client: TokenClient };

const TIMEOUT_MS = 10_000;
const DESCRIPTION_MAX = 127;

const refused = (reply: GatewayReply): GatewayError => {
  const { message, details } = (reply.body ?? {}) as {
    message?: unknown;
    details?: { issue?: unknown }[];
  };
  return refuseFor(reply, details?.[0]?.issue ?? message);
};

const orderPath = (orderId: string | null): string =>
  `/v2/checkout/orders/${encodeURIComponent(orderId ?? '')}`;

/** PayPal answers a repeated request id with what the first request made. */
const post = (
  { client }: Context,
  path: string,
  requestId: string,
  json: object,
): Promise<GatewayReply> =>
  client.send({
    method: 'POST',
    path,
    json,
    headers: { 'paypal-request-id': requestId, prefer: 'return=representation' },
  });

/**
 * PayPal has no query by our id: before its first reply there is no reference to query, and
 * creating again is safe. After six hours PayPal forgets the request id and makes another order;
 * only an order whose reference is stored is captured, so nothing is paid twice.
 */
const status = async (
  { client, clock }: Context,
  { chargeId, providerRef }: ChargeLookup,
): Promise<ChargeReport | null> => {
  if (providerRef === null) return null;
  const reply = await client.send({
    method: 'GET',
    path: orderPath(providerRef),
  });
  if (reply.status === 404) return null;
  if (reply.status >= 300) throw refused(reply);
  return readOrder(reply.body, chargeId, clock.now());
};

const createCharge = async (
  context: Context,
  { chargeId, amountCentavos, description }: ChargeRequest,
): Promise<ChargeReport> => {
  const { returnUrl } = context.options;
  const json = {
    intent: 'CAPTURE',
    purchase_units: [
      {
        custom_id: chargeId,
        description: description.slice(0, DESCRIPTION_MAX),
        amount: { currency_code: 'BRL', value: decimalText(amountCentavos) },
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          return_url: returnUrl,
          cancel_url: returnUrl,
          user_action: 'PAY_NOW',
          shipping_preference: 'NO_SHIPPING',
          locale: 'pt-BR',
        },
      },
    },
  };
  const report = await sendWithLookup({
    send: () => post(context, '/v2/checkout/orders', chargeId, json),
    parse: (body) => readOrder(body, chargeId, context.clock.now()),
    lookUp: async () => null,
    toError: refused,
  });
  if (report.amountCentavos !== amountCentavos)
    throw new GatewayError('invalid', 'the gateway charges another amount than the requested one');
  return report;
};

/**
 * The request id of a capture. PayPal answers a repeated id with what the first request got, also
 * with a decline: after it the payer chooses another instrument, which changes the order and so the
 * id. A capture whose answer was lost has the same id again. An order is captured once, whatever
 * the id.
 */
const captureIdOf = async (
  { client }: Context,
  { chargeId, providerRef }: ChargeLookup,
): Promise<string> => {
  const reply = await client.send({ method: 'GET', path: orderPath(providerRef) });
  if (reply.status >= 300) throw refused(reply);
  return `${chargeId}-capture-${readOrderChange(reply.body) ?? ''}`;
};

const capture = async (context: Context, charge: ChargeLookup): Promise<ChargeReport> => {
  const requestId = await captureIdOf(context, charge);
  return sendWithLookup({
    send: () => post(context, `${orderPath(charge.providerRef)}/capture`, requestId, {}),
    parse: (body) => readOrder(body, charge.chargeId, context.clock.now()),
    // The capture did not happen.
    lookUp: async () => {
      const found = await status(context, charge);
      return found?.state === 'authorized' ? null : found;
    },
    toError: refused,
  });
};

/** The order and the charge of a capture; null when PayPal does not know it. */
const findCapture = async (
  send: TokenClient['send'],
  receiptRef: string,
): Promise<ReturnType<typeof readCapture> | null> => {
  const reply = await send({
    method: 'GET',
    path: `/v2/payments/captures/${encodeURIComponent(receiptRef)}`,
  });
  if (reply.status === 404) return null;
  if (reply.status >= 300) throw refused(reply);
  return readCapture(reply.body);
};

const refundStatus = async (
  { client, clock }: Context,
  { receiptRef, refundId }: Pick<RefundLookup, 'receiptRef' | 'refundId'>,
): Promise<RefundReport | null> => {
  const orderId = (await findCapture(client.send, receiptRef))?.orderId ?? null;
  if (orderId === null) return null;
  const order = await client.send({
    method: 'GET',
    path: orderPath(orderId),
  });
  return order.status < 300 ? findRefund(order.body, refundId, clock.now()) : null;
};

const refund = async (context: Context, request: RefundRequest): Promise<RefundReport> => {
  const { receiptRef, refundId, amountCentavos, description } = request;
  const chargeId = (await findCapture(context.client.send, receiptRef))?.chargeId ?? null;
  // Notifications and reports repeat the refund's own custom_id, not the payment's, so it carries
  // the charge's id.
  const json = {
    amount: { currency_code: 'BRL', value: decimalText(amountCentavos) },
    invoice_id: refundId,
    ...(chargeId && { custom_id: chargeId }),
    ...(description && { note_to_payer: description }),
  };
  const report = await sendWithLookup({
    send: () =>
      post(
        context,
        `/v2/payments/captures/${encodeURIComponent(receiptRef)}/refund`,
        refundId,
        json,
      ),
    parse: (body) => readRefund(body, context.clock.now()),
    lookUp: () => refundStatus(context, request),
    toError: refused,
  });
  if (report.amountCentavos !== amountCentavos)
    throw new GatewayError('refused', 'this refund was already requested with another amount');
  return report;
};

const registerWebhook = async ({ client, options }: Context, url: string): Promise<void> => {
  const path = `/v1/notifications/webhooks/${encodeURIComponent(options.webhookId)}`;
  const known = await client.send({ method: 'GET', path });
  if (known.status >= 300) throw refused(known);
  if (readWebhookUrl(known.body) === url) return;
  const reply = await client.send({
    method: 'PATCH',
    path,
    json: [{ op: 'replace', path: '/url', value: url }],
  });
  if (reply.status >= 300) throw refused(reply);
};

/** The adapter. The first call opens connections. */
export const createPayPalProvider = (options: PayPalOptions, clock: Clock): PaymentProvider => {
  const { timeoutMs = TIMEOUT_MS } = options;
  const base = options.baseUrl.replace(/\/$/, '');
  const client = connectWithToken(
    { ...options, timeoutMs, tokenUrl: `${base}/v1/oauth2/token` },
    clock,
  );
  const context: Context = { options, clock, client };
  return {
    id: 'paypal',
    methods: ['paypal'],
    can: { cancel: false, refund: 'parts', settlements: true },
    notificationBodiesRepeat: false,
    createCharge: (request) => createCharge(context, request),
    status: (known) => status(context, known),
    capture: (known) => capture(context, known),
    cancel: async () => Promise.reject(notOffered('withdrawing an order')),
    refund: (request) => refund(context, request),
    refundStatus: (known) => refundStatus(context, known),
    registerWebhook: (url) => registerWebhook(context, url),
    verifyWebhook: createWebhookSignatureVerifier({ ...options, timeoutMs }, clock),
    parseWebhook: (rawBody) => readEvent(parseJson(rawBody)),
    findChargeOfReceipt: async (receiptRef) =>
      (await findCapture(client.send, receiptRef))?.chargeId ?? null,
    listSettlements: (period) =>
      listPayPalSettlements(
        client.send,
        refused,
        period,
        async (captureId) => (await findCapture(client.send, captureId))?.chargeId ?? null,
      ),
    close: client.close,
  };
};
