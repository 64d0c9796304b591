// Cards through Carat (e-SiTef, API v2): paid under an idempotency key, confirmed, queried by
// order, refunded in parts.
import type { ChargeId } from '@camarim/contract/ids';
import type { Clock } from '../../clock/port.ts';
import {
  findOurRefund,
  refusalError as refuseFor,
  secretsEqual,
  sendWithLookup,
} from '../gateway-replies.ts';
import {
  connectGateway,
  type GatewayHttp,
  type GatewayReply,
  type GatewayRequest,
} from '../gateway-http.ts';
import {
  type CardSource,
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
import { createCardsApi } from '../vault/stored-cards.ts';
import type { CardKeys } from '../vault/card-keys.ts';
import { openVault, type Vault } from '../vault/vault-client.ts';
import {
  declineInAnswer,
  readCardToken,
  readNotice,
  readPayment,
  readPayments,
  reasonIn,
  refundsOf,
  reportOf,
  toIdempotencyKey,
  toMerchantUsn,
  toOrderId,
} from './carat-wire.ts';

export type CaratOptions = {
  /** The parent address of `/v2/payments`. */
  baseUrl: string;
  merchantId: string;
  merchantKey: string;
  /** A secret path of the webhook address registered at Carat: it authenticates notifications. */
  webhookSecret: string;
  /** PEM texts of the client certificate: with it Carat takes refunds without a signature. */
  clientCertificate?: { cert: string; key: string } | undefined;
  /** Name on the holder's card statement. */
  statementName?: string;
  /**
   * The sandbox's endpoint for the webhook address, which operators enter by hand at the real
   * gateway.
   */
  panelUrl?: string | undefined;
  /**
   * Keys that cards are encrypted with, shared by all processes; when unset, each process has its
   * own.
   */
  cardKeys?: CardKeys;
  timeoutMs?: number;
};

type Context = { http: GatewayHttp; vault: Vault; clock: Clock; options: CaratOptions };

const TIMEOUT_MS = 20_000;
/** "À vista": a single instalment. */
const ONE_INSTALLMENT = { installments: '1', installment_type: '4' };

const send = ({ http, options }: Context, request: GatewayRequest): Promise<GatewayReply> =>
  http.send({
    ...request,
    headers: {
      merchant_id: options.merchantId,
      merchant_key: options.merchantKey,
      ...request.headers,
    },
  });

const refused = (reply: GatewayReply): GatewayError => {
  // Wrong credentials say nothing about the charge.
  if (reply.status === 401 || reply.status === 403)
    return new GatewayError('unknown', `the gateway does not know us (${reply.status})`);
  return refuseFor(reply, reasonIn(reply.body));
};

const status = async (context: Context, chargeId: ChargeId): Promise<ChargeReport | null> => {
  const reply = await send(context, {
    method: 'GET',
    path: `/v2/transactions?order_id=${toOrderId(chargeId)}`,
  });
  if (reply.status === 404) return null;
  if (reply.status >= 300) throw refused(reply);
  const [first, ...others] = readPayments(reply.body);
  return first ? reportOf([first, ...others], chargeId, context.clock.now()) : null;
};

/** Card networks require the initiator of the charge, and the first charge of the agreement. */
const storedCard = ({ token, byHolder, networkRef }: CardSource & { kind: 'stored' }) => ({
  card: { token },
  card_on_file: {
    usage: 'used',
    initiator: byHolder ? 'cardholder' : 'merchant',
    ...(networkRef !== null && { network_transaction_id: networkRef }),
  },
});

const createCharge = async (context: Context, request: ChargeRequest): Promise<ChargeReport> => {
  const { chargeId, amountCentavos, card } = request;
  if (!card) throw notOffered('a charge without a card');
  const { statementName } = context.options;
  const json = {
    merchant_usn: toMerchantUsn(chargeId),
    order_id: toOrderId(chargeId),
    amount: String(amountCentavos),
    authorizer_id: String(card.brandId),
    ...ONE_INSTALLMENT,
    ...(statementName && { soft_descriptor: statementName }),
  };
  const report = await sendWithLookup({
    send: () =>
      card.kind === 'sealed'
        ? context.vault.charge(
            card,
            chargeId,
            { ...json, idempotencyKey: toIdempotencyKey(chargeId) },
            context.clock.now(),
          )
        : send(context, {
            method: 'POST',
            path: '/v2/payments',
            headers: { idempotency_key: toIdempotencyKey(chargeId) },
            json: { ...json, ...storedCard(card) },
          }),
    parse: (body) => reportOf([readPayment(body)], chargeId, context.clock.now()),
    lookUp: () => status(context, chargeId),
    toError: refused,
  });
  if (report.amountCentavos !== amountCentavos)
    throw new GatewayError('invalid', 'the gateway charges another amount than the requested one');
  return report;
};

/** The gateway undoes unconfirmed payments, so each one is confirmed here. */
const capture = async (
  context: Context,
  { chargeId, providerRef }: ChargeLookup,
): Promise<ChargeReport> => {
  const made = await sendWithLookup<ChargeReport | 'made'>({
    send: () =>
      send(context, {
        method: 'PUT',
        path: `/v1/payments/${encodeURIComponent(providerRef ?? '')}?confirm=true`,
      }),
    parse: () => 'made',
    lookUp: async () => {
      const found = await status(context, chargeId);
      return found?.state === 'authorized' ? null : found;
    },
    toError: refused,
  });
  const report = made === 'made' ? await status(context, chargeId) : made;
  if (!report)
    throw new GatewayError('unknown', 'the gateway says that it confirmed, and shows nothing');
  return report;
};

/**
 * Carat's refunds carry no id of ours: a refund is found by its amount and by exclusion of the
 * other refunds.
 */
const refundStatus = async (
  context: Context,
  known: RefundLookup,
): Promise<RefundReport | null> => {
  const reply = await send(context, {
    method: 'GET',
    path: `/v2/transactions/${encodeURIComponent(known.receiptRef)}`,
  });
  if (reply.status === 404) return null;
  if (reply.status >= 300) throw refused(reply);
  return findOurRefund(refundsOf(readPayment(reply.body), context.clock.now()), known);
};

const refund = async (context: Context, request: RefundRequest): Promise<RefundReport> => {
  const { receiptRef, refundId, amountCentavos } = request;
  const lookUp = () => refundStatus(context, request);
  const made =
    (await lookUp()) ??
    (await sendWithLookup<RefundReport | 'made'>({
      send: () =>
        send(context, {
          method: 'POST',
          path: `/v2/cancellations/${encodeURIComponent(receiptRef)}`,
          headers: { idempotency_key: toIdempotencyKey(refundId) },
          json: { amount: String(amountCentavos) },
        }),
      parse: () => 'made',
      lookUp,
      toError: refused,
    }));
  const report = made === 'made' ? await lookUp() : made;
  if (!report)
    throw new GatewayError('unknown', 'the gateway says that it returned money, and shows nothing');
  return report;
};

const registerWebhook = async (context: Context, url: string): Promise<void> => {
  const { panelUrl, webhookSecret } = context.options;
  if (panelUrl === undefined) return;
  const panel = connectGateway({ baseUrl: new URL(panelUrl).origin, timeoutMs: TIMEOUT_MS });
  try {
    const reply = await panel.send({
      method: 'PUT',
      path: new URL(panelUrl).pathname,
      json: { url: `${url}?hmac=${encodeURIComponent(webhookSecret)}` },
    });
    if (reply.status >= 300) throw refused(reply);
  } finally {
    await panel.close();
  }
};

/** The adapter. The first call opens connections and starts the vault. */
export const createCaratProvider = (options: CaratOptions, clock: Clock): PaymentProvider => {
  const { baseUrl, merchantId, merchantKey, clientCertificate, timeoutMs = TIMEOUT_MS } = options;
  const vault = openVault(
    { acquirer: 'carat', baseUrl, merchantId, merchantKey, timeoutMs, clientCertificate },
    options.cardKeys,
  );
  const context: Context = {
    http: connectGateway({ baseUrl, timeoutMs, clientCertificate }),
    vault,
    clock,
    options,
  };
  return {
    id: 'carat',
    methods: ['card'],
    can: { cancel: false, refund: 'parts', settlements: false },
    // Notifications of partial refunds are identical.
    notificationBodiesRepeat: true,
    createCharge: (request) => createCharge(context, request),
    status: ({ chargeId }) => status(context, chargeId),
    capture: (known) => capture(context, known),
    cancel: async () => Promise.reject(notOffered('withdrawing a card charge: return it')),
    refund: (request) => refund(context, request),
    refundStatus: (known) => refundStatus(context, known),
    // The brands of the specification are numbered as Carat numbers them. Tokens end by themselves,
    // a year after their card.
    cards: createCardsApi({
      vault,
      clock,
      authentication: 'none',
      takes: () => true,
      declineIn: ({ body }) => declineInAnswer(body),
      tokenIn: readCardToken,
      reasonIn,
      remove: async () => null,
    }),
    registerWebhook: (url) => registerWebhook(context, url),
    // Carat's notifications carry no signature: the secret path authenticates them.
    verifyWebhook: async ({ query }) =>
      secretsEqual(query.get('hmac') ?? '', options.webhookSecret),
    parseWebhook: readNotice,
    listSettlements: async () => Promise.reject(notOffered('a list of what it received')),
    close: async () => {
      await Promise.all([context.http.close(), vault.close()]);
    },
  };
};
