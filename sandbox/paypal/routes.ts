// PayPal at its real paths: tokens, Orders v2, captures and refunds, webhooks and their certificates.
import { randomBytes } from 'node:crypto';
import { fromDecimalText } from '@camarim/contract/money';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { applyFaults } from '../core/faults.ts';
import { type Order, type OrderBook, Refusal, type Tools } from '../core/orders.ts';
import { captureReply, findWebhook, orderReply, type PayPalDetails, refundReply, saveWebhook } from './orders.ts';
import { reporting } from './reporting.ts';
import type { Signer } from './signing.ts';

export type PayPalMerchant = { clientId: string; secret: string; webhookId: string };

const TOKEN_SECONDS = 32_400;
const ORDER_LIFE_MS = 3 * 3_600_000;
const REQUESTS = 'paypal-request';

const moneySchema = z.object({ currency_code: z.literal('BRL'), value: z.string().regex(/^\d{1,10}\.\d{2}$/).refine((text) => fromDecimalText(text) > 0, 'must be above zero') });
const orderSchema = z.object({
  intent: z.literal('CAPTURE'),
  purchase_units: z.tuple([z.object({ custom_id: z.string().max(255), amount: moneySchema, description: z.string().max(127).optional() })]),
  payment_source: z.object({ paypal: z.object({ experience_context: z.object({ return_url: z.url().optional(), cancel_url: z.url().optional() }).loose() }) }).optional(),
});
const refundSchema = z.object({ amount: moneySchema, custom_id: z.string().max(127).optional(), note_to_payer: z.string().max(255).optional() });
const patchSchema = z.array(z.object({ op: z.literal('replace'), path: z.enum(['/url', '/event_types']), value: z.unknown() }));

const ISSUES: Record<Refusal['reason'], [status: number, issue: string]> = {
  unknown: [404, 'INVALID_RESOURCE_ID'],
  paid: [422, 'ORDER_ALREADY_CAPTURED'],
  canceled: [422, 'ORDER_VOIDED'],
  expired: [422, 'ORDER_EXPIRED'],
  notAgreed: [422, 'ORDER_NOT_APPROVED'],
  notPaid: [422, 'CAPTURE_NOT_FOUND'],
  tooMuch: [422, 'REFUND_AMOUNT_EXCEEDED'],
};

type ById = { Params: { id: string } };

/** A Fastify plugin of its own scope. */
export const paypalRoutes = (tools: Tools, book: OrderBook<PayPalDetails>, signer: Signer, merchant: PayPalMerchant) => async (app: FastifyInstance): Promise<void> => {
  if (!findWebhook(tools, merchant.webhookId)) saveWebhook(tools, { id: merchant.webhookId, url: '', eventTypes: [{ name: '*' }] });
  app.get('/v1/notifications/certs/:id', async (_request, reply) => reply.type('application/x-pem-file').send(signer.certificatePem));

  await app.register(async (api) => {
    applyFaults(api, tools.faults);
    api.setErrorHandler((error, _request, reply) => {
      const refuse = (status: number, name: string, issue: string, description: string) => reply.code(status).send({ name, message: description, details: [{ issue, description }] });
      if (error instanceof Refusal) return refuse(ISSUES[error.reason][0], error.reason === 'unknown' ? 'RESOURCE_NOT_FOUND' : 'UNPROCESSABLE_ENTITY', ISSUES[error.reason][1], error.message);
      if (error instanceof z.ZodError) return refuse(400, 'INVALID_REQUEST', 'INVALID_PARAMETER_VALUE', error.message);
      throw error;
    });
    guard(api, tools, merchant);
    checkout(api, tools, book);
    reporting(api, book);
    api.get<ById>('/v1/notifications/webhooks/:id', async ({ params }) => webhookReply(tools, params.id));
    api.patch<ById>('/v1/notifications/webhooks/:id', async ({ params, body }) => {
      const url = patchSchema.parse(body).find(({ path }) => path === '/url')?.value;
      saveWebhook(tools, { id: params.id, url: z.url().parse(url), eventTypes: [{ name: '*' }] });
      return webhookReply(tools, params.id);
    });
  });
};

const webhookReply = (tools: Tools, id: string) => {
  const webhook = findWebhook(tools, id);
  if (!webhook) throw new Refusal('unknown', 'The webhook does not exist.');
  return { id: webhook.id, url: webhook.url, event_types: webhook.eventTypes };
};

const guard = (api: FastifyInstance, tools: Tools, { clientId, secret }: PayPalMerchant): void => {
  // Tokens are not kept over a restart: clients must cope with a 401.
  const tokens = new Map<string, number>();
  api.post('/v1/oauth2/token', async (request, reply) => {
    const basic = `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`;
    if (request.headers.authorization !== basic) return reply.code(401).send({ error: 'invalid_client' });
    const token = randomBytes(24).toString('base64url');
    tokens.set(token, tools.clock.now().getTime() + TOKEN_SECONDS * 1000);
    return { access_token: token, token_type: 'Bearer', expires_in: TOKEN_SECONDS, scope: '' };
  });
  api.addHook('onRequest', async (request, reply) => {
    if (request.url === '/v1/oauth2/token') return;
    const ends = tokens.get(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '') ?? 0;
    if (ends <= tools.clock.now().getTime()) await reply.code(401).send({ error: 'invalid_token' });
  });
};

const checkout = (api: FastifyInstance, tools: Tools, book: OrderBook<PayPalDetails>): void => {
  /** The same `PayPal-Request-Id` is answered with what it made. */
  const once = <T>(request: FastifyRequest, known: (id: string) => T, make: () => { id: string; made: T }): T =>
    tools.store.atomic(() => {
      const key = String(request.headers['paypal-request-id'] ?? '');
      const id = key === '' ? undefined : tools.store.get<string>(REQUESTS, key);
      if (id !== undefined) return known(id);
      const { id: newId, made } = make();
      if (key !== '') tools.store.put(REQUESTS, key, newId);
      return made;
    });
  const show = (order: Order<PayPalDetails>) => orderReply(order, api.listeningOrigin);
  /** The order of a capture: the book is small enough to look through. */
  const captureOf = (id: string) => {
    const order = book.newest(10_000).find(({ payments }) => payments.some((payment) => payment.id === id));
    const payment = order?.payments.find((candidate) => candidate.id === id);
    if (!order || !payment) throw new Refusal('unknown', 'Specified resource ID does not exist.');
    return { order, payment };
  };

  api.post('/v2/checkout/orders', async (request, reply) => {
    const { purchase_units: [unit], payment_source: source } = orderSchema.parse(request.body);
    const context = source?.paypal.experience_context;
    const order = once(request, book.find, () => {
      const details = { description: unit.description ?? null, returnUrl: context?.return_url ?? null, cancelUrl: context?.cancel_url ?? null };
      const expiresAt = new Date(tools.clock.now().getTime() + ORDER_LIFE_MS).toISOString();
      const made = book.add({ reference: unit.custom_id, amountCentavos: fromDecimalText(unit.amount.value), expiresAt, details });
      return { id: made.id, made };
    });
    return reply.code(201).send(show(order));
  });
  api.get<ById>('/v2/checkout/orders/:id', async ({ params }) => show(book.find(params.id)));
  api.post<ById>('/v2/checkout/orders/:id/capture', async (request, reply) => {
    const { id } = request.params;
    return reply.code(201).send(show(once(request, book.find, () => ({ id, made: book.take(id) }))));
  });
  api.get<ById>('/v2/payments/captures/:id', async ({ params }) => {
    const { order, payment } = captureOf(params.id);
    return captureReply(order, payment, api.listeningOrigin);
  });
  api.post<ById>('/v2/payments/captures/:id/refund', async (request, reply) => {
    const { amount, custom_id: merchantRef = null } = refundSchema.parse(request.body);
    const { order, payment } = captureOf(request.params.id);
    const known = (refundId: string) => {
      const refund = payment.refunds.find((candidate) => candidate.id === refundId);
      if (!refund) throw new Refusal('unknown', 'Specified resource ID does not exist.');
      return refund;
    };
    const refund = once(request, known, () => {
      const made = book.refund(order.id, { paymentId: payment.id, amountCentavos: fromDecimalText(amount.value), merchantRef, contested: false });
      return { id: made.id, made };
    });
    return reply.code(201).send(refundReply(refund, payment.id, api.listeningOrigin));
  });
};
