// PicPay's e-commerce API: payments with a checkout address, queried by our id, refunded in parts.
import type { ChargeId } from '@camarim/contract/ids';
import {
  type Centavos,
  ZERO_CENTAVOS,
  centavos,
  decimalText,
  fromDecimalText,
} from '@camarim/contract/money';
import { z } from 'zod';
import type { Clock } from '../../clock/port.ts';
import {
  parseJson,
  read,
  refusalError as refuseFor,
  secretsEqual,
  sendWithLookup,
} from '../gateway-replies.ts';
import { connectGateway, type GatewayHttp, type GatewayReply } from '../gateway-http.ts';
import {
  type ChargeReport,
  type ChargeRequest,
  type ChargeState,
  GatewayError,
  type ChargeLookup,
  type RefundLookup,
  notOffered,
  type Payer,
  type PaymentProvider,
  type ProviderEvent,
  type RefundReport,
  type RefundRequest,
} from '../port.ts';

export type PicPayOptions = {
  baseUrl: string;
  /** Sent with every call (x-picpay-token). */
  token: string;
  /** PicPay sends it with every notification (x-seller-token). */
  sellerToken: string;
  /** Webhook address, sent with each payment. */
  webhookUrl: string;
  /** Return address after the checkout. */
  returnUrl: string;
  timeoutMs?: number;
};

type Context = { options: PicPayOptions; clock: Clock; http: GatewayHttp };

const TIMEOUT_MS = 10_000;
const ROOT = '/ecommerce/public/payments';

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const paymentSchema = z.object({
  referenceId: z.string(),
  paymentUrl: z.url({ protocol: /^https?$/ }),
  expiresAt: instant,
  qrcode: z.object({ content: z.string() }).nullish(),
});
/** `refunded` is the sum of all refunds, in reais; replies of the older API have no summary. */
const statusSchema = z.object({
  referenceId: z.string(),
  status: z.string(),
  authorizationId: z.string().nullish(),
  summary: z.object({ refunded: z.number().nonnegative().nullish() }).nullish(),
});
const refundedSchema = z.object({ referenceId: z.string(), id: z.string() });
const noticeSchema = z.object({
  referenceId: z.string().min(1),
  authorizationId: z.string().nullish(),
});
const uuidSchema = z.uuid();

const call = (
  { http, options }: Context,
  method: 'GET' | 'POST',
  path: string,
  json?: object,
): Promise<GatewayReply> =>
  http.send({
    method,
    path: `${ROOT}${path}`,
    headers: { 'x-picpay-token': options.token },
    ...(json && { json }),
  });

const refused = (reply: GatewayReply): GatewayError => {
  // Wrong credentials say nothing about the charge.
  if (reply.status === 401 || reply.status === 403)
    return new GatewayError('unknown', `the gateway does not know us (${reply.status})`);
  return refuseFor(reply, (reply.body as { message?: unknown } | null)?.message);
};

const STATES: Record<string, ChargeState> = {
  expired: 'expired',
  paid: 'paid',
  completed: 'paid',
  chargeback: 'charged_back',
};

/** PicPay shows only the sum of refunds, so the sum after a refund is its reference. */
const refundRef = (chargeId: string, returnedCentavos: number): string =>
  `${chargeId}:${returnedCentavos}`;
const returnedIn = (ref: string): number => Number(ref.split(':')[1] ?? 0);

/**
 * The status has neither the amount nor the times: the amount is the requested one, because PicPay
 * accepts no other.
 */
const reportOf = (
  body: unknown,
  { chargeId, amountCentavos }: Omit<ChargeLookup, 'providerRef'>,
  now: Date,
): ChargeReport => {
  const {
    referenceId,
    status: word,
    authorizationId,
    summary,
  } = read(statusSchema, body, 'status');
  if (referenceId !== chargeId)
    throw new GatewayError('invalid', 'the gateway answered another charge than the requested one');
  const refundedCentavos = fromDecimalText((summary?.refunded ?? 0).toFixed(2));
  // A chargeback takes what refunds left: their sum does not show it.
  const wholeWentBack = word === 'chargeback' || (word === 'refunded' && refundedCentavos === 0);
  const returnedCentavos = wholeWentBack ? amountCentavos : refundedCentavos;
  if (returnedCentavos > amountCentavos)
    throw new GatewayError('invalid', 'the gateway returned more of a charge than was paid');
  // The older API also says "refunded" for a charge that was withdrawn before its payment.
  const state =
    word === 'refunded'
      ? authorizationId
        ? 'refunded'
        : 'canceled'
      : word === 'paid' && returnedCentavos > 0
        ? 'partially_refunded'
        : (STATES[word] ?? 'pending');
  const came = state !== 'pending' && state !== 'expired' && state !== 'canceled';
  if (came && !authorizationId)
    throw new GatewayError('invalid', 'the gateway calls a charge paid and shows no payment');
  const returned: RefundReport = {
    refundId: chargeId,
    ref: refundRef(chargeId, returnedCentavos),
    origin: state === 'charged_back' ? 'disputed' : 'requested',
    state: 'done',
    amountCentavos: returnedCentavos,
    at: now,
  };
  return {
    chargeId,
    providerRef: chargeId,
    state,
    amountCentavos,
    paidCentavos: came ? amountCentavos : ZERO_CENTAVOS,
    receipts: came
      ? [
          {
            ref: chargeId,
            amountCentavos,
            receivedAt: now,
            refunds: returnedCentavos === 0 ? [] : [returned],
          },
        ]
      : [],
    presentment: null,
  };
};

/**
 * The status of a payment; null for an unknown reference. PicPay's document has no answer for that
 * case: 422 is its usual one.
 */
const ask = async (context: Context, chargeId: string): Promise<unknown> => {
  const reply = await call(context, 'GET', `/${chargeId}/status`);
  if (reply.status === 404 || reply.status === 422) return null;
  if (reply.status >= 300) throw refused(reply);
  return reply.body;
};

const status = async (
  context: Context,
  known: Omit<ChargeLookup, 'providerRef'>,
): Promise<ChargeReport | null> => {
  const body = await ask(context, known.chargeId);
  return body === null ? null : reportOf(body, known, context.clock.now());
};

const buyerOf = ({ name, document, email, phone }: Payer) => {
  const [firstName = '', ...rest] = name.split(/\s+/);
  return {
    firstName,
    lastName: rest.join(' ') || firstName,
    document: document.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4'),
    ...(email && { email }),
    ...(phone && { phone }),
  };
};

const createCharge = async (context: Context, request: ChargeRequest): Promise<ChargeReport> => {
  const { chargeId, amountCentavos, expiresInSeconds, payer } = request;
  const { webhookUrl, returnUrl } = context.options;
  if (payer?.document.length !== 11)
    throw new GatewayError('refused', 'PicPay needs the name and the CPF of who pays');
  const json = {
    referenceId: chargeId,
    callbackUrl: webhookUrl,
    returnUrl,
    // The amount is a JSON number of reais; its text is exact, while a double keeps fifteen digits.
    value: Number(decimalText(amountCentavos)),
    expiresAt: new Date(context.clock.now().getTime() + expiresInSeconds * 1000).toISOString(),
    buyer: buyerOf(payer),
  };
  const accept = (body: unknown): ChargeReport => {
    const { referenceId, paymentUrl, qrcode, expiresAt } = read(paymentSchema, body, 'payment');
    if (referenceId !== chargeId)
      throw new GatewayError(
        'invalid',
        'the gateway answered another charge than the requested one',
      );
    return {
      chargeId,
      providerRef: chargeId,
      state: 'pending',
      amountCentavos,
      paidCentavos: ZERO_CENTAVOS,
      receipts: [],
      presentment: {
        kind: 'redirect',
        url: paymentUrl,
        qrCode: qrcode?.content ?? null,
        expiresAt,
      },
    };
  };
  const lookUp = async (): Promise<ChargeReport | null> => {
    const found = await status(context, request);
    // The checkout address is in the first reply only, so a pending payment is created again to get
    // it.
    return found?.state === 'pending' ? null : found;
  };
  return sendWithLookup({
    send: () => call(context, 'POST', '', json),
    parse: accept,
    lookUp,
    toError: refused,
  });
};

const cancel = async (context: Context, known: ChargeLookup): Promise<ChargeReport> => {
  const before = await status(context, known);
  if (before && before.state !== 'pending' && before.state !== 'expired') return before;
  return sendWithLookup({
    // Without the authorizationId PicPay refuses to refund, so a payment made in the meantime
    // stays.
    send: () => call(context, 'POST', `/${known.chargeId}/refunds`, {}),
    parse: () => ({ ...emptyReport(known), state: 'canceled' }),
    lookUp: async () => {
      const found = await status(context, known);
      // PicPay says expired for a withdrawn charge: both can't be paid.
      if (found?.state === 'expired') return { ...found, state: 'canceled' };
      return found?.state === 'pending' ? null : found;
    },
    toError: refused,
  });
};

const emptyReport = ({ chargeId, amountCentavos }: ChargeLookup): Omit<ChargeReport, 'state'> => ({
  chargeId,
  providerRef: chargeId,
  amountCentavos,
  paidCentavos: ZERO_CENTAVOS,
  receipts: [],
  presentment: null,
});

/**
 * The refunded sum of a payment, and the payment's own id. The receipt's reference is the charge's
 * id: a charge is paid once.
 */
const returnsOf = async (context: Context, receiptRef: string, receiptCentavos: Centavos) => {
  const body = await ask(context, receiptRef);
  if (body === null) return { authorizationId: null, returnedCentavos: 0 };
  const { authorizationId = null, status: word, summary } = read(statusSchema, body, 'status');
  // A chargeback beside refunds is none of them: the lookup of a refund asks only for their sum.
  const refunded = fromDecimalText((summary?.refunded ?? 0).toFixed(2));
  if (word === 'chargeback' && refunded > 0) return { authorizationId, returnedCentavos: refunded };
  const report = reportOf(
    body,
    { chargeId: receiptRef as ChargeId, amountCentavos: receiptCentavos },
    context.clock.now(),
  );
  return { authorizationId, returnedCentavos: report.receipts[0]?.refunds[0]?.amountCentavos ?? 0 };
};

/** Upper bound of a payment, for queries that know only the refund. */
const ANY_RECEIPT = centavos(9_999_999_999_999);

/**
 * PicPay's refunds carry no id of ours. The references of earlier refunds give the refunded sum
 * before the request; the refund is done when the sum has grown by its amount.
 */
const refundStatus = async (
  context: Context,
  { receiptRef, refundId, otherRefs = [], amountCentavos }: RefundLookup,
  receiptCentavos = ANY_RECEIPT,
): Promise<RefundReport | null> => {
  const before = Math.max(0, ...otherRefs.map(returnedIn));
  const { returnedCentavos } = await returnsOf(context, receiptRef, receiptCentavos);
  const amount = amountCentavos ?? returnedCentavos - before;
  if (amount <= 0 || returnedCentavos < before + amount) return null;
  return {
    refundId,
    ref: refundRef(receiptRef, before + amount),
    origin: 'requested',
    state: 'done',
    amountCentavos: centavos(amount),
    at: context.clock.now(),
  };
};

const refund = async (context: Context, request: RefundRequest): Promise<RefundReport> => {
  const { receiptRef, refundId, amountCentavos, receiptCentavos, otherRefs = [] } = request;
  const lookUp = () => refundStatus(context, request, receiptCentavos);
  const before = await lookUp();
  if (before) return before;
  const { authorizationId } = await returnsOf(context, receiptRef, receiptCentavos ?? ANY_RECEIPT);
  if (authorizationId === null)
    throw new GatewayError('refused', 'PicPay knows no payment of this charge');
  const ref = refundRef(receiptRef, Math.max(0, ...otherRefs.map(returnedIn)) + amountCentavos);
  return sendWithLookup({
    send: () =>
      call(context, 'POST', `/${receiptRef}/refunds`, {
        authorizationId,
        amount: Number(decimalText(amountCentavos)),
      }),
    parse: (body) => {
      const { referenceId } = read(refundedSchema, body, 'refund');
      if (referenceId !== receiptRef)
        throw new GatewayError(
          'invalid',
          'the gateway returned another charge than the requested one',
        );
      return {
        refundId,
        ref,
        origin: 'requested',
        state: 'done',
        amountCentavos,
        at: context.clock.now(),
      };
    },
    lookUp,
    toError: refused,
    // A second request would refund again.
    maxSends: 1,
  });
};

const readNotice = (body: unknown): ProviderEvent[] => {
  const { referenceId, authorizationId } = read(noticeSchema, body, 'notification');
  const chargeId = uuidSchema.safeParse(referenceId).success ? (referenceId as ChargeId) : null;
  return [
    {
      key: `${referenceId}:${authorizationId ?? ''}`,
      kind: 'payment',
      chargeId,
      providerRef: referenceId,
      at: new Date(0),
    },
  ];
};

/** The adapter. The first call opens connections. */
export const createPicPayProvider = (options: PicPayOptions, clock: Clock): PaymentProvider => {
  const context: Context = {
    options,
    clock,
    http: connectGateway({ baseUrl: options.baseUrl, timeoutMs: options.timeoutMs ?? TIMEOUT_MS }),
  };
  return {
    id: 'picpay',
    methods: ['picpay'],
    can: { cancel: true, refund: 'parts', settlements: false },
    notificationBodiesRepeat: true,
    createCharge: (request) => createCharge(context, request),
    status: (known) => status(context, known),
    cancel: (known) => cancel(context, known),
    refund: (request) => refund(context, request),
    refundStatus: (known) => refundStatus(context, known),
    // Each payment carries the webhook address.
    registerWebhook: async () => undefined,
    verifyWebhook: async ({ headers }) =>
      secretsEqual(String(headers['x-seller-token'] ?? ''), options.sellerToken),
    parseWebhook: (rawBody) => readNotice(parseJson(rawBody)),
    listSettlements: async () => Promise.reject(notOffered('a list of what it received')),
    close: () => context.http.close(),
  };
};
