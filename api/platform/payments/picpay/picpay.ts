// PicPay's e-commerce API: payments with an address to open, asked about by our own id, given back whole or not at all.
import type { ChargeId } from '@camarim/contract/ids';
import { type Centavos, ZERO_CENTAVOS, decimalText } from '@camarim/contract/money';
import { z } from 'zod';
import type { Clock } from '../../clock/port.ts';
import { parseJson, read, refused as refuseFor, sameSecret, settle } from '../exchange.ts';
import { connectGateway, type GatewayHttp, type GatewayReply } from '../gateway-http.ts';
import {
  type ChargeReport, type ChargeRequest, type ChargeState, GatewayError, type KnownCharge, notOffered, type Payer, type PaymentProvider, type ProviderEvent, type RefundReport, type RefundRequest,
} from '../port.ts';

export type PicPayOptions = {
  baseUrl: string;
  /** Ours, sent with every call (x-picpay-token). */
  token: string;
  /** Theirs, sent with every notification (x-seller-token). */
  sellerToken: string;
  /** Where notifications go: each payment carries it. */
  webhookUrl: string;
  /** Where people come back to. */
  returnUrl: string;
  timeoutMs?: number;
};

type Context = { options: PicPayOptions; clock: Clock; http: GatewayHttp };

const TIMEOUT_MS = 10_000;
const ROOT = '/ecommerce/public/payments';

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const paymentSchema = z.object({ referenceId: z.string(), paymentUrl: z.url({ protocol: /^https?$/ }), expiresAt: instant, qrcode: z.object({ content: z.string() }).nullish() });
const statusSchema = z.object({ referenceId: z.string(), status: z.string(), authorizationId: z.string().nullish() });
const noticeSchema = z.object({ referenceId: z.string().min(1), authorizationId: z.string().nullish() });
const uuidSchema = z.uuid();

const call = ({ http, options }: Context, method: 'GET' | 'POST', path: string, json?: object): Promise<GatewayReply> =>
  http.send({ method, path: `${ROOT}${path}`, headers: { 'x-picpay-token': options.token }, ...(json && { json }) });

const refused = (reply: GatewayReply): GatewayError => {
  // Our credentials are wrong, not the charge: nothing can be said of it.
  if (reply.status === 401 || reply.status === 403) return new GatewayError('unknown', `the gateway does not know us (${reply.status})`);
  return refuseFor(reply, (reply.body as { message?: unknown } | null)?.message);
};

const STATES: Record<string, ChargeState> = { expired: 'expired', paid: 'paid', completed: 'paid', chargeback: 'charged_back' };

/** The status says neither the amount nor the times: the amount is what was asked for, because nobody can pay another. */
const reportOf = (body: unknown, { chargeId, amountCentavos }: Omit<KnownCharge, 'providerRef'>, now: Date): ChargeReport => {
  const { referenceId, status: word, authorizationId } = read(statusSchema, body, 'status');
  if (referenceId !== chargeId) throw new GatewayError('invalid', 'the gateway answered another charge than the one asked for');
  // What was withdrawn before anybody paid is called "refunded" too.
  const state = word === 'refunded' ? (authorizationId ? 'refunded' : 'canceled') : (STATES[word] ?? 'pending');
  const came = state === 'paid' || state === 'refunded' || state === 'charged_back';
  if (came && !authorizationId) throw new GatewayError('invalid', 'the gateway calls a charge paid and shows no payment');
  const returned: RefundReport = { refundId: chargeId, ref: authorizationId ?? '', origin: state === 'charged_back' ? 'contested' : 'asked', state: 'done', amountCentavos, at: now };
  return {
    chargeId,
    providerRef: chargeId,
    state,
    amountCentavos,
    paidCentavos: came ? amountCentavos : ZERO_CENTAVOS,
    receipts: came ? [{ ref: chargeId, amountCentavos, receivedAt: now, refunds: state === 'paid' ? [] : [returned] }] : [],
    presentment: null,
  };
};

const status = async (context: Context, known: Omit<KnownCharge, 'providerRef'>): Promise<ChargeReport | null> => {
  const reply = await call(context, 'GET', `/${known.chargeId}/status`);
  if (reply.status === 404) return null;
  if (reply.status >= 300) throw refused(reply);
  return reportOf(reply.body, known, context.clock.now());
};

const buyerOf = ({ name, document, email, phone }: Payer) => {
  const [firstName = '', ...rest] = name.split(/\s+/);
  return { firstName, lastName: rest.join(' ') || firstName, document: document.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4'), ...(email && { email }), ...(phone && { phone }) };
};

const createCharge = async (context: Context, request: ChargeRequest): Promise<ChargeReport> => {
  const { chargeId, amountCentavos, expiresInSeconds, payer } = request;
  const { webhookUrl, returnUrl } = context.options;
  if (payer?.document.length !== 11) throw new GatewayError('refused', 'PicPay needs the name and the CPF of who pays');
  const json = {
    referenceId: chargeId,
    callbackUrl: webhookUrl,
    returnUrl,
    // A number of reais; its text is the exact decimal, because a double keeps fifteen digits.
    value: Number(decimalText(amountCentavos)),
    expiresAt: new Date(context.clock.now().getTime() + expiresInSeconds * 1000).toISOString(),
    buyer: buyerOf(payer),
  };
  const accept = (body: unknown): ChargeReport => {
    const { referenceId, paymentUrl, qrcode, expiresAt } = read(paymentSchema, body, 'payment');
    if (referenceId !== chargeId) throw new GatewayError('invalid', 'the gateway answered another charge than the one asked for');
    return {
      chargeId, providerRef: chargeId, state: 'pending', amountCentavos, paidCentavos: ZERO_CENTAVOS, receipts: [],
      presentment: { kind: 'redirect', url: paymentUrl, qrCode: qrcode?.content ?? null, expiresAt },
    };
  };
  const look = async (): Promise<ChargeReport | null> => {
    const found = await status(context, request);
    // Its address is shown only once, so one that is still to be paid is asked for again.
    return found?.state === 'pending' ? null : found;
  };
  return settle({ send: () => call(context, 'POST', '', json), accept, look, refuse: refused });
};

const cancel = async (context: Context, known: KnownCharge): Promise<ChargeReport> => {
  const before = await status(context, known);
  // The same call would return the money of a charge that was paid meanwhile: the gateway has no other.
  if (before && before.state !== 'pending' && before.state !== 'expired') return before;
  return settle({
    send: () => call(context, 'POST', `/${known.chargeId}/cancellations`, {}),
    accept: () => ({ ...emptyReport(known), state: 'canceled' }),
    look: async () => {
      const found = await status(context, known);
      return found?.state === 'pending' || found?.state === 'expired' ? null : found;
    },
    refuse: refused,
  });
};

const emptyReport = ({ chargeId, amountCentavos }: KnownCharge): Omit<ChargeReport, 'state'> => ({
  chargeId, providerRef: chargeId, amountCentavos, paidCentavos: ZERO_CENTAVOS, receipts: [], presentment: null,
});

/** The receipt's reference is the charge's id: a charge is paid once. */
const refundStatus = async (context: Context, receiptRef: string, refundId: string, amountCentavos: Centavos): Promise<RefundReport | null> => {
  const report = await status(context, { chargeId: receiptRef as ChargeId, amountCentavos });
  const [refund] = report?.receipts[0]?.refunds ?? [];
  return refund ? { ...refund, refundId } : null;
};

const refund = async (context: Context, { receiptRef, refundId, amountCentavos, receiptCentavos }: RefundRequest): Promise<RefundReport> => {
  if (receiptCentavos !== amountCentavos) throw new GatewayError('refused', 'PicPay gives back all of a payment or nothing');
  const look = () => refundStatus(context, receiptRef, refundId, amountCentavos);
  const made: Omit<RefundReport, 'at'> = { refundId, ref: receiptRef, origin: 'asked', state: 'done', amountCentavos };
  const before = await look();
  if (before) return before;
  return settle({
    send: () => call(context, 'POST', `/${receiptRef}/cancellations`, {}),
    // Asked again, so that it has the same reference as when it is found later.
    accept: () => ({ ...made, at: context.clock.now() }),
    look,
    refuse: refused,
  }).then(async (report) => (await look()) ?? report);
};

const readNotice = (body: unknown): ProviderEvent[] => {
  const { referenceId, authorizationId } = read(noticeSchema, body, 'notification');
  const chargeId = uuidSchema.safeParse(referenceId).success ? (referenceId as ChargeId) : null;
  return [{ key: `${referenceId}:${authorizationId ?? ''}`, kind: 'payment', chargeId, providerRef: referenceId, at: new Date(0) }];
};

/** The adapter. Nothing is sent before the first call. */
export const createPicPayProvider = (options: PicPayOptions, clock: Clock): PaymentProvider => {
  const context: Context = { options, clock, http: connectGateway({ baseUrl: options.baseUrl, timeoutMs: options.timeoutMs ?? TIMEOUT_MS }) };
  return {
    id: 'picpay',
    methods: ['picpay'],
    can: { cancel: true, refund: 'whole', settlements: false },
    repeatsNotices: true,
    createCharge: (request) => createCharge(context, request),
    status: (known) => status(context, known),
    cancel: (known) => cancel(context, known),
    refund: (request) => refund(context, request),
    refundStatus: ({ receiptRef, refundId, amountCentavos = ZERO_CENTAVOS }) => refundStatus(context, receiptRef, refundId, amountCentavos),
    // Each payment carries the address.
    registerWebhook: async () => undefined,
    verifyWebhook: async ({ headers }) => sameSecret(String(headers['x-seller-token'] ?? ''), options.sellerToken),
    parseWebhook: (rawBody) => readNotice(parseJson(rawBody)),
    listSettlements: async () => Promise.reject(notOffered('a list of what it received')),
    close: () => context.http.close(),
  };
};
