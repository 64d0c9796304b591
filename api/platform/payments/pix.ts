// Pix through any institution that speaks the central bank's API (2.9): charges, refunds, notifications, settlements.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { ChargeId } from '@camarim/contract/ids';
import { decimalText } from '@camarim/contract/money';
import type { Clock } from '../clock/port.ts';
import type { GatewayReply } from './gateway-http.ts';
import { connectPix, type PixClient, type PixClientOptions } from './pix-client.ts';
import { readCharge, readEvents, readRefund, readSettlements, readWebhookUrl, toPixId } from './pix-wire.ts';
import { GatewayError, type ChargeReport, type ChargeRequest, type PaymentProvider, type RefundReport, type RefundRequest } from './port.ts';

export type PixOptions = Omit<PixClientOptions, 'timeoutMs'> & {
  /** The Pix key (chave) that receives. */
  key: string;
  /** Part of the address registered at the gateway; whoever knows it may notify us. */
  webhookSecret: string;
  timeoutMs?: number;
};

type Context = { client: PixClient; clock: Clock; key: string };

const TIMEOUT_MS = 10_000;
/** A lost reply is asked for once and, when there is nothing, the request is sent once more: both are idempotent. */
const SENDS = 2;
const SETTLEMENTS_PER_PAGE = 100;

const refused = ({ status, body }: GatewayReply): GatewayError => {
  const { title, detail } = (body ?? {}) as { title?: unknown; detail?: unknown };
  return new GatewayError('refused', `the gateway refused (${status}): ${String(detail ?? title ?? 'no reason given')}`);
};

const isUnknown = (error: unknown): boolean => error instanceof GatewayError && error.outcome === 'unknown';

/**
 * Sends an idempotent request and, when its answer is lost or says no, looks what is there: the work may have been done
 * by this request, or by an earlier one with the same id.
 */
const settle = async <T>(send: () => Promise<GatewayReply>, accept: (body: unknown) => T, look: () => Promise<T | null>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const reply = await send();
      if (reply.status < 300) return accept(reply.body);
      const found = await look();
      if (found === null) throw refused(reply);
      return found;
    } catch (error) {
      if (!isUnknown(error)) throw error;
      const found = await look();
      if (found !== null) return found;
      if (attempt === SENDS) throw error;
    }
  }
};

const status = async ({ client, clock }: Context, chargeId: ChargeId): Promise<ChargeReport | null> => {
  const reply = await client.send({ method: 'GET', path: `/cob/${toPixId(chargeId)}` });
  if (reply.status === 404) return null;
  if (reply.status >= 300) throw refused(reply);
  return readCharge(reply.body, chargeId, clock.now());
};

const createCharge = async (context: Context, request: ChargeRequest): Promise<ChargeReport> => {
  const { chargeId, amountCentavos, expiresInSeconds, description } = request;
  const json = { calendario: { expiracao: expiresInSeconds }, valor: { original: decimalText(amountCentavos) }, chave: context.key, solicitacaoPagador: description };
  const report = await settle(
    () => context.client.send({ method: 'PUT', path: `/cob/${toPixId(chargeId)}`, json }),
    (body) => readCharge(body, chargeId, context.clock.now()),
    () => status(context, chargeId),
  );
  if (report.amountCentavos !== amountCentavos) throw new GatewayError('invalid', 'the gateway charges another amount than the one asked for');
  return report;
};

const cancel = async (context: Context, chargeId: ChargeId): Promise<ChargeReport> => {
  const report = await settle(
    () => context.client.send({ method: 'PATCH', path: `/cob/${toPixId(chargeId)}`, json: { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' } }),
    (body) => readCharge(body, chargeId, context.clock.now()),
    async () => {
      const found = await status(context, chargeId);
      // Still to be paid: the removal did not happen.
      return found?.state === 'pending' || found?.state === 'expired' ? null : found;
    },
  );
  return report;
};

const refundPath = (receiptRef: string, refundId: string): string => `/pix/${encodeURIComponent(receiptRef)}/devolucao/${toPixId(refundId)}`;

const refundStatus = async ({ client, clock }: Context, { receiptRef, refundId }: Pick<RefundRequest, 'receiptRef' | 'refundId'>): Promise<RefundReport | null> => {
  const reply = await client.send({ method: 'GET', path: refundPath(receiptRef, refundId) });
  if (reply.status === 404) return null;
  if (reply.status >= 300) throw refused(reply);
  return readRefund(reply.body, clock.now());
};

const refund = async (context: Context, request: RefundRequest): Promise<RefundReport> => {
  const json = { valor: decimalText(request.amountCentavos), ...(request.description === undefined ? {} : { descricao: request.description }) };
  const report = await settle(
    () => context.client.send({ method: 'PUT', path: refundPath(request.receiptRef, request.refundId), json }),
    (body) => readRefund(body, context.clock.now()),
    () => refundStatus(context, request),
  );
  if (report.amountCentavos !== request.amountCentavos) throw new GatewayError('refused', 'this refund was already asked with another amount');
  return report;
};

const registerWebhook = async ({ client, key }: Context, url: string, secret: string): Promise<void> => {
  const path = `/webhook/${encodeURIComponent(key)}`;
  // Gateways append "/pix" to the text of the address: the last parameter is there to take it.
  const webhookUrl = `${url}?hmac=${encodeURIComponent(secret)}&ignorar=`;
  const registered = await client.send({ method: 'GET', path });
  // Registering makes real gateways probe the address: only when it changed.
  if (registered.status === 200 && readWebhookUrl(registered.body) === webhookUrl) return;
  const reply = await client.send({ method: 'PUT', path, json: { webhookUrl } });
  if (reply.status >= 300) throw refused(reply);
};

const listSettlements = async ({ client }: Context, { from, to, cursor }: { from: Date; to: Date; cursor?: string }) => {
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

const parseJson = (raw: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw));
  } catch (error) {
    throw new GatewayError('invalid', 'the notification is not JSON', error);
  }
};

const sameSecret = (given: string, expected: string): boolean => {
  // Hashed first, so that the comparison takes the same time whatever was given.
  const [left, right] = [given, expected].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer];
  return timingSafeEqual(left, right);
};

/** The adapter. Nothing is sent before the first call. */
export const createPixProvider = (options: PixOptions, clock: Clock): PaymentProvider => {
  const client = connectPix({ timeoutMs: TIMEOUT_MS, ...options }, clock);
  const context: Context = { client, clock, key: options.key };
  return {
    id: 'pix',
    methods: ['pix'],
    createCharge: (request) => createCharge(context, request),
    status: (chargeId) => status(context, chargeId),
    cancel: (chargeId) => cancel(context, chargeId),
    refund: (request) => refund(context, request),
    refundStatus: (request) => refundStatus(context, request),
    registerWebhook: (url) => registerWebhook(context, url, options.webhookSecret),
    // The standard's notifications carry no signature: the secret in the address stands for one.
    verifyWebhook: ({ query }) => sameSecret(query.get('hmac') ?? '', options.webhookSecret),
    parseWebhook: (rawBody) => readEvents(parseJson(rawBody)),
    listSettlements: (period) => listSettlements(context, period),
    close: client.close,
  };
};
