// PayPal at its real paths: tokens, Orders v2, captures and refunds, webhooks and their
// certificates.
import { randomBytes, randomUUID } from 'node:crypto';
import { fromDecimalText } from '@camarim/contract/money';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { applyFaults } from '../core/faults.ts';
import { type Order, type OrderBook, Refusal, refundable, type Tools } from '../core/orders.ts';
import {
  captureReply,
  findWebhook,
  orderReply,
  type PayPalDetails,
  refundReply,
  saveWebhook,
} from './orders.ts';
import { reporting } from './reporting.ts';
import type { Signer } from './signing.ts';

export type PayPalMerchant = { clientId: string; secret: string; webhookId: string };

const TOKEN_SECONDS = 32_400;
const ORDER_LIFE_MS = 3 * 3_600_000;
const REQUESTS = 'paypal-request';

const moneySchema = z.object({
  currency_code: z.literal('BRL'),
  value: z
    .string()
    .regex(/^\d{1,10}\.\d{2}$/)
    .refine((text) => fromDecimalText(text) > 0, 'must be above zero'),
});
const orderSchema = z.object({
  intent: z.literal('CAPTURE'),
  purchase_units: z.tuple([
    z.object({
      custom_id: z.string().max(127).optional(),
      amount: moneySchema,
      description: z.string().max(127).optional(),
    }),
  ]),
  payment_source: z
    .object({
      paypal: z.object({
        experience_context: z
          .object({ return_url: z.url().optional(), cancel_url: z.url().optional() })
          .loose(),
      }),
    })
    .optional(),
});
const refundSchema = z.object({
  amount: moneySchema.optional(),
  custom_id: z.string().max(127).optional(),
  invoice_id: z.string().max(127).optional(),
  note_to_payer: z.string().max(255).optional(),
});
const patchSchema = z.array(
  z.object({
    op: z.literal('replace'),
    path: z.enum(['/url', '/event_types']),
    value: z.unknown(),
  }),
);

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

/**
 * Without `Prefer: return=representation` PayPal answers a POST with the identifier, the status and
 * the links alone.
 */
const preferred = <T extends { id: string; status: string; links: object[] }>(
  { headers }: FastifyRequest,
  full: T,
): T | Pick<T, 'id' | 'status' | 'links'> =>
  headers.prefer === 'return=representation'
    ? full
    : { id: full.id, status: full.status, links: full.links };

/** A Fastify plugin of its own scope. */
export const paypalRoutes =
  (tools: Tools, book: OrderBook<PayPalDetails>, signer: Signer, merchant: PayPalMerchant) =>
  async (app: FastifyInstance): Promise<void> => {
    if (!findWebhook(tools, merchant.webhookId))
      saveWebhook(tools, { id: merchant.webhookId, url: '', eventTypes: [{ name: '*' }] });
    app.get('/v1/notifications/certs/:id', async (_request, reply) =>
      reply.type('application/x-pem-file').send(signer.certificatePem),
    );

    await app.register(async (api) => {
      applyFaults(api, tools.faults);
      api.setErrorHandler((error, _request, reply) => {
        const refuse = (status: number, name: string, issue: string, description: string) =>
          reply.code(status).send({
            name,
            message: description,
            debug_id: randomBytes(7).toString('hex').slice(0, 13),
            details: [{ issue, description }],
          });
        if (error instanceof Refusal)
          return refuse(
            ISSUES[error.reason][0],
            error.reason === 'unknown' ? 'RESOURCE_NOT_FOUND' : 'UNPROCESSABLE_ENTITY',
            ISSUES[error.reason][1],
            error.message,
          );
        if (error instanceof MissingRequestId)
          return refuse(400, 'INVALID_REQUEST', 'PAYPAL_REQUEST_ID_REQUIRED', error.message);
        if (error instanceof SyntaxError)
          return refuse(400, 'INVALID_REQUEST', 'MALFORMED_REQUEST_JSON', error.message);
        if (error instanceof z.ZodError)
          return refuse(400, 'INVALID_REQUEST', 'INVALID_PARAMETER_VALUE', error.message);
        throw error;
      });
      acceptEmptyJson(api);
      guard(api, tools, merchant);
      checkout(api, tools, book);
      reporting(api, book);
      api.get<ById>('/v1/notifications/webhooks/:id', async ({ params }) =>
        webhookReply(tools, params.id),
      );
      api.patch<ById>('/v1/notifications/webhooks/:id', async ({ params, body }) => {
        const url = patchSchema.parse(body).find(({ path }) => path === '/url')?.value;
        saveWebhook(tools, { id: params.id, url: z.url().parse(url), eventTypes: [{ name: '*' }] });
        return webhookReply(tools, params.id);
      });
    });
  };

/** An order with a payment source was asked for without an idempotency key. */
class MissingRequestId extends Error {}

/** PayPal's own client says that its body is JSON where it sends none. */
const acceptEmptyJson = (api: FastifyInstance): void => {
  api.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(body as string));
    } catch (error) {
      done(error as Error);
    }
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
    if (request.headers.authorization !== basic)
      return reply.code(401).send({ error: 'invalid_client' });
    const token = randomBytes(24).toString('base64url');
    tokens.set(token, tools.clock.now().getTime() + TOKEN_SECONDS * 1000);
    return { access_token: token, token_type: 'Bearer', expires_in: TOKEN_SECONDS, scope: '' };
  });
  api.addHook('onRequest', async (request, reply) => {
    if (request.url === '/v1/oauth2/token') return;
    const ends =
      tokens.get(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '') ?? 0;
    if (ends <= tools.clock.now().getTime()) await reply.code(401).send({ error: 'invalid_token' });
  });
};

const checkout = (api: FastifyInstance, tools: Tools, book: OrderBook<PayPalDetails>): void => {
  /** The same `PayPal-Request-Id` is answered with what it made. */
  const once = <T>(
    request: FastifyRequest,
    known: (id: string) => T,
    make: () => { id: string; made: T },
  ): T =>
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
    const order = book
      .newest(10_000)
      .find(({ payments }) => payments.some((payment) => payment.id === id));
    const payment = order?.payments.find((candidate) => candidate.id === id);
    if (!order || !payment) throw new Refusal('unknown', 'Specified resource ID does not exist.');
    return { order, payment };
  };

  api.post('/v2/checkout/orders', async (request, reply) => {
    const {
      purchase_units: [unit],
      payment_source: source,
    } = orderSchema.parse(request.body);
    if (source && !request.headers['paypal-request-id'])
      throw new MissingRequestId(
        'A PayPal-Request-Id is required if you are trying to process payment for an Order.',
      );
    const context = source?.paypal.experience_context;
    let status = 200;
    const order = once(request, book.find, () => {
      status = 201;
      const details = {
        description: unit.description ?? null,
        returnUrl: context?.return_url ?? null,
        cancelUrl: context?.cancel_url ?? null,
        sourceNamed: source !== undefined,
        ownReference: unit.custom_id !== undefined,
      };
      const expiresAt = new Date(tools.clock.now().getTime() + ORDER_LIFE_MS).toISOString();
      const made = book.add({
        reference: unit.custom_id ?? randomUUID(),
        amountCentavos: fromDecimalText(unit.amount.value),
        expiresAt,
        details,
      });
      return { id: made.id, made };
    });
    return reply.code(status).send(preferred(request, show(order)));
  });
  api.get<ById>('/v2/checkout/orders/:id', async ({ params }) => show(book.find(params.id)));
  api.post<ById>('/v2/checkout/orders/:id/capture', async (request, reply) => {
    const { id } = request.params;
    return reply
      .code(201)
      .send(
        preferred(request, show(once(request, book.find, () => ({ id, made: book.take(id) })))),
      );
  });
  api.get<ById>('/v2/payments/captures/:id', async ({ params }) => {
    const { order, payment } = captureOf(params.id);
    return captureReply(order, payment, api.listeningOrigin);
  });
  api.post<ById>('/v2/payments/captures/:id/refund', async (request, reply) => {
    const {
      amount,
      custom_id: merchantField = null,
      invoice_id: merchantRef = null,
    } = refundSchema.parse(request.body ?? {});
    const { order, payment } = captureOf(request.params.id);
    const known = (refundId: string) => {
      const refund = payment.refunds.find((candidate) => candidate.id === refundId);
      if (!refund) throw new Refusal('unknown', 'Specified resource ID does not exist.');
      return refund;
    };
    const refund = once(request, known, () => {
      const made = book.refund(order.id, {
        paymentId: payment.id,
        amountCentavos: amount ? fromDecimalText(amount.value) : refundable(payment),
        merchantRef,
        merchantField,
        contested: false,
      });
      return { id: made.id, made };
    });
    return reply
      .code(201)
      .send(preferred(request, refundReply(refund, payment.id, api.listeningOrigin)));
  });
  api.get<ById>('/v2/payments/refunds/:id', async ({ params }) => {
    const payment = book
      .newest(10_000)
      .flatMap(({ payments }) => payments)
      .find(({ refunds }) => refunds.some(({ id }) => id === params.id));
    const refund = payment?.refunds.find(({ id }) => id === params.id);
    if (!payment || !refund) throw new Refusal('unknown', 'Specified resource ID does not exist.');
    return refundReply(refund, payment.id, api.listeningOrigin);
  });
};
