// Pix through any institution that speaks the central bank's API (2.9): charges, refunds,
// notifications, settlements.
import type { ChargeId } from '@camarim/contract/ids';
import { decimalText } from '@camarim/contract/money';
import type { Clock } from '../../clock/port.ts';
import {
  parseJson,
  refusalError as refuseFor,
  secretsEqual,
  sendWithLookup,
} from '../gateway-replies.ts';
import type { GatewayHttpOptions, GatewayReply } from '../gateway-http.ts';
import {
  GatewayError,
  type ChargeReport,
  type ChargeRequest,
  type PaymentMethod,
  type PaymentProvider,
  type RefundReport,
  type RefundRequest,
} from '../port.ts';
import { connectWithToken, type TokenClient } from '../token-client.ts';
import {
  AUTOMATIC_SCOPE,
  createMandateCharges,
  createMandatesApi,
  type ReceivingAccount,
} from './automatic-mandates.ts';
import { readAutomaticEvents } from './automatic-wire.ts';
import type { CodeReceiver } from './br-code.ts';
import { createDueCharges, DUE_SCOPE } from './pix-due.ts';
import { createPixPayouts, PAYOUT_SCOPE } from './pix-payouts.ts';
import {
  readCharge,
  readEvents,
  readRefund,
  readSettlements,
  readWebhookUrl,
  toPixId,
} from './pix-wire.ts';

export type PixOptions = Omit<GatewayHttpOptions, 'timeoutMs'> & {
  clientId: string;
  clientSecret: string;
  /** Token address, for institutions where it is not `/oauth/token` next to the API's version. */
  tokenUrl?: string | undefined;
  /** The receiving Pix key (chave). */
  key: string;
  /** A secret path of the registered webhook address: it authenticates notifications. */
  webhookSecret: string;
  /**
   * The reverse proxy demands the institution's client certificate for webhooks, so the institution
   * may verify that.
   */
  webhookMtls?: boolean | undefined;
  /** The receiver, for institutions whose charges come without a code. */
  receiver?: CodeReceiver | undefined;
  /** The institution's API of payouts, which the standard leaves open. */
  payouts?: 'efi' | undefined;
  /** Enables Pix Automático with this receiving account. */
  automatic?: ReceivingAccount | undefined;
  /** Enables charges with a due date: codes on boletos. */
  dueCharges?: boolean | undefined;
  timeoutMs?: number;
};

type Context = {
  client: TokenClient;
  clock: Clock;
  key: string;
  receiver: CodeReceiver | undefined;
};

const TIMEOUT_MS = 10_000;
const SCOPE = 'cob.write cob.read pix.write pix.read webhook.write webhook.read';
const SETTLEMENTS_PER_PAGE = 100;

/** The standard's refusals have `title` and `detail`; Efí's often `nome` and `mensagem`. */
const refused = (reply: GatewayReply): GatewayError => {
  const { title, detail, mensagem } = (reply.body ?? {}) as {
    title?: unknown;
    detail?: unknown;
    mensagem?: unknown;
  };
  return refuseFor(reply, detail ?? mensagem ?? title);
};

const reportOf =
  ({ clock, receiver }: Context, chargeId: ChargeId) =>
  (body: unknown): ChargeReport =>
    readCharge(body, { chargeId, now: clock.now(), receiver });

const status = async (context: Context, chargeId: ChargeId): Promise<ChargeReport | null> => {
  const reply = await context.client.send({ method: 'GET', path: `/cob/${toPixId(chargeId)}` });
  if (reply.status === 404) return null;
  if (reply.status >= 300) throw refused(reply);
  return reportOf(context, chargeId)(reply.body);
};

const createCharge = async (context: Context, request: ChargeRequest): Promise<ChargeReport> => {
  const { chargeId, amountCentavos, expiresInSeconds, description } = request;
  const json = {
    calendario: { expiracao: expiresInSeconds },
    valor: { original: decimalText(amountCentavos) },
    chave: context.key,
    solicitacaoPagador: description,
  };
  const report = await sendWithLookup({
    send: () => context.client.send({ method: 'PUT', path: `/cob/${toPixId(chargeId)}`, json }),
    parse: reportOf(context, chargeId),
    lookUp: () => status(context, chargeId),
    toError: refused,
  });
  if (report.amountCentavos !== amountCentavos)
    throw new GatewayError('invalid', 'the gateway charges another amount than the requested one');
  return report;
};

const cancel = async (context: Context, chargeId: ChargeId): Promise<ChargeReport> => {
  return sendWithLookup({
    send: () =>
      context.client.send({
        method: 'PATCH',
        path: `/cob/${toPixId(chargeId)}`,
        json: { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' },
      }),
    parse: reportOf(context, chargeId),
    lookUp: async () => {
      const found = await status(context, chargeId);
      // The removal did not happen.
      return found?.state === 'pending' || found?.state === 'expired' ? null : found;
    },
    toError: refused,
  });
};

const refundPath = (receiptRef: string, refundId: string): string =>
  `/pix/${encodeURIComponent(receiptRef)}/devolucao/${toPixId(refundId)}`;

const refundStatus = async (
  { client, clock }: Context,
  { receiptRef, refundId }: Pick<RefundRequest, 'receiptRef' | 'refundId'>,
): Promise<RefundReport | null> => {
  const reply = await client.send({ method: 'GET', path: refundPath(receiptRef, refundId) });
  if (reply.status === 404) return null;
  if (reply.status >= 300) throw refused(reply);
  return readRefund(reply.body, clock.now());
};

const refund = async (context: Context, request: RefundRequest): Promise<RefundReport> => {
  const json = {
    valor: decimalText(request.amountCentavos),
    ...(request.description === undefined ? {} : { descricao: request.description }),
  };
  const report = await sendWithLookup({
    send: () =>
      context.client.send({
        method: 'PUT',
        path: refundPath(request.receiptRef, request.refundId),
        json,
      }),
    parse: (body) => readRefund(body, context.clock.now()),
    lookUp: () => refundStatus(context, request),
    toError: refused,
  });
  if (report.amountCentavos !== request.amountCentavos)
    throw new GatewayError('refused', 'this refund was already requested with another amount');
  return report;
};

const registerWebhook = async (
  { client }: Context,
  path: string,
  url: string,
  { webhookSecret, webhookMtls = false }: PixOptions,
): Promise<void> => {
  // Gateways append "/pix" to the text of the address: the last query parameter absorbs it.
  const webhookUrl = `${url}?hmac=${encodeURIComponent(webhookSecret)}&ignorar=`;
  const registered = await client.send({ method: 'GET', path });
  // Registers only a changed address, because real gateways probe it.
  if (registered.status === 200 && readWebhookUrl(registered.body) === webhookUrl) return;
  // Efí refuses an address without mTLS, unless this header opts out.
  const headers: Record<string, string> = webhookMtls ? {} : { 'x-skip-mtls-checking': 'true' };
  const reply = await client.send({ method: 'PUT', path, headers, json: { webhookUrl } });
  if (reply.status >= 300) throw refused(reply);
};

const listSettlements = async (
  { client }: Context,
  { from, to, cursor }: { from: Date; to: Date; cursor?: string },
) => {
  const query = new URLSearchParams({
    inicio: from.toISOString(),
    fim: to.toISOString(),
    'paginacao.paginaAtual': cursor ?? '0',
    'paginacao.itensPorPagina': SETTLEMENTS_PER_PAGE.toString(),
  });
  const reply = await client.send({ method: 'GET', path: `/pix?${query}` });
  if (reply.status >= 300) throw refused(reply);
  const { lines, nextPage } = readSettlements(reply.body);
  return { lines, cursor: nextPage === null ? null : nextPage.toString() };
};

/** Webhook paths: payments of the key, and the topics of Pix Automático. */
const webhookPaths = (key: string, automatic: boolean): string[] => [
  `/webhook/${encodeURIComponent(key)}`,
  ...(automatic ? ['/webhookrec', '/webhookcobr'] : []),
];

const scopeOf = ({ payouts, automatic, dueCharges }: PixOptions): string =>
  [
    SCOPE,
    ...(dueCharges ? [DUE_SCOPE] : []),
    ...(payouts ? [PAYOUT_SCOPE] : []),
    ...(automatic ? [AUTOMATIC_SCOPE] : []),
  ].join(' ');

/**
 * The institution's address ends with the version of the standard; tokens and its own calls are
 * next to it.
 */
const splitVersion = (baseUrl: string): { root: string; version: string } => {
  const [, root = '', version = ''] = /^(.*?)(\/v\d+)?\/?$/.exec(baseUrl) ?? [];
  return { root, version };
};

/** The adapter. The first call opens connections. */
export const createPixProvider = (options: PixOptions, clock: Clock): PaymentProvider => {
  const { automatic, key, receiver } = options;
  const { root, version } = splitVersion(options.baseUrl);
  const institution = connectWithToken(
    {
      timeoutMs: TIMEOUT_MS,
      scope: scopeOf(options),
      ...options,
      baseUrl: root,
      tokenUrl: options.tokenUrl ?? `${root}/oauth/token`,
    },
    clock,
  );
  const client: TokenClient = {
    ...institution,
    send: (request) => institution.send({ ...request, path: `${version}${request.path}` }),
  };
  const context: Context = { client, clock, key, receiver };
  const mandateCharges =
    automatic && createMandateCharges({ client, account: automatic, refuse: refused });
  /** Mandate charges have their own paths. */
  const monthly = (method: PaymentMethod | undefined) =>
    method === 'pixAutomatico' ? mandateCharges : undefined;
  return {
    id: 'pix',
    methods: ['pix'],
    can: { cancel: true, refund: 'parts', settlements: true },
    notificationBodiesRepeat: false,
    createCharge: (request) =>
      monthly(request.method)?.create(request) ?? createCharge(context, request),
    status: ({ chargeId, method }) =>
      monthly(method)?.lookUp(chargeId) ?? status(context, chargeId),
    cancel: ({ chargeId, method }) => monthly(method)?.end(chargeId) ?? cancel(context, chargeId),
    refund: (request) => refund(context, request),
    refundStatus: (request) => refundStatus(context, request),
    registerWebhook: async (url) => {
      for (const path of webhookPaths(key, automatic !== undefined))
        await registerWebhook(context, path, url, options);
    },
    // The standard's notifications carry no signature: the secret path authenticates them.
    verifyWebhook: async ({ query }) =>
      secretsEqual(query.get('hmac') ?? '', options.webhookSecret),
    parseWebhook: (rawBody) => {
      const body = parseJson(rawBody);
      return readAutomaticEvents(body) ?? readEvents(body);
    },
    listSettlements: (period) => listSettlements(context, period),
    ...(options.dueCharges && {
      dueCharges: createDueCharges({ client, clock, key, receiver, refuse: refused }),
    }),
    ...(options.payouts && { payouts: createPixPayouts(institution, key, refused) }),
    ...(automatic && {
      mandates: createMandatesApi({
        client,
        clock,
        account: automatic,
        refuse: refused,
        createCharge: (request) => createCharge(context, request),
      }),
    }),
    close: client.close,
  };
};
