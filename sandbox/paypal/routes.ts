// PayPal at its real paths: tokens, Orders v2, captures and refunds, webhooks and their
// certificates.
import { randomBytes, randomUUID } from 'node:crypto';
import { fromDecimalText } from '@camarim/contract/money';
import { HOUR_MS } from '@camarim/contract/time';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { applyFaults } from '../core/faults.ts';
import {
  type Order,
  type OrderStore,
  Refusal,
  refundable,
  type SandboxContext,
} from '../core/order-store.ts';
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
const ORDER_LIFE_MS = 3 * HOUR_MS;
const REQUESTS = 'paypal-request';
const DECLINED = 'declined ';

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
  (
    context: SandboxContext,
    orders: OrderStore<PayPalDetails>,
    signer: Signer,
    merchant: PayPalMerchant,
  ) =>
  async (app: FastifyInstance): Promise<void> => {
    if (!findWebhook(context, merchant.webhookId))
      saveWebhook(context, { id: merchant.webhookId, url: '', eventTypes: [{ name: '*' }] });
    app.get('/v1/notifications/certs/:id', async (_request, reply) =>
      reply.type('application/x-pem-file').send(signer.certificatePem),
    );

    await app.register(async (api) => {
      applyFaults(api, context.faults);
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
        if (error instanceof MissingRequestIdError)
          return refuse(400, 'INVALID_REQUEST', 'PAYPAL_REQUEST_ID_REQUIRED', error.message);
        if (error instanceof DeclinedInstrumentError)
          return refuse(422, 'UNPROCESSABLE_ENTITY', 'INSTRUMENT_DECLINED', error.message);
        if (error instanceof SyntaxError)
          return refuse(400, 'INVALID_REQUEST', 'MALFORMED_REQUEST_JSON', error.message);
        if (error instanceof z.ZodError)
          return refuse(400, 'INVALID_REQUEST', 'INVALID_PARAMETER_VALUE', error.message);
        throw error;
      });
      acceptEmptyJson(api);
      guard(api, context, merchant);
      orderRoutes(api, context, orders);
      captureRoutes(api, context, orders);
      reporting(api, orders);
      api.get<ById>('/v1/notifications/webhooks/:id', async ({ params }) =>
        webhookReply(context, params.id),
      );
      api.patch<ById>('/v1/notifications/webhooks/:id', async ({ params, body }) => {
        const url = patchSchema.parse(body).find(({ path }) => path === '/url')?.value;
        saveWebhook(context, {
          id: params.id,
          url: z.url().parse(url),
          eventTypes: [{ name: '*' }],
        });
        return webhookReply(context, params.id);
      });
    });
  };

/** An order with a payment source came without an idempotency key. */
class MissingRequestIdError extends Error {}

/** What the payer chose to pay with declined the capture. */
class DeclinedInstrumentError extends Error {}

/** PayPal's own client sends the JSON content type with an empty body. */
const acceptEmptyJson = (api: FastifyInstance): void => {
  api.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(body as string));
    } catch (error) {
      done(error as Error);
    }
  });
};

const webhookReply = (context: SandboxContext, id: string) => {
  const webhook = findWebhook(context, id);
  if (!webhook) throw new Refusal('unknown', 'The webhook does not exist.');
  return { id: webhook.id, url: webhook.url, event_types: webhook.eventTypes };
};

const guard = (
  api: FastifyInstance,
  context: SandboxContext,
  { clientId, secret }: PayPalMerchant,
): void => {
  // Tokens do not survive a restart: clients must cope with a 401.
  const tokens = new Map<string, number>();
  api.post('/v1/oauth2/token', async (request, reply) => {
    const basic = `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`;
    if (request.headers.authorization !== basic)
      return reply.code(401).send({ error: 'invalid_client' });
    const token = randomBytes(24).toString('base64url');
    tokens.set(token, context.clock.now().getTime() + TOKEN_SECONDS * 1000);
    return { access_token: token, token_type: 'Bearer', expires_in: TOKEN_SECONDS, scope: '' };
  });
  api.addHook('onRequest', async (request, reply) => {
    if (request.url === '/v1/oauth2/token') return;
    const ends =
      tokens.get(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '') ?? 0;
    if (ends <= context.clock.now().getTime())
      await reply.code(401).send({ error: 'invalid_token' });
  });
};

/** A repeated `PayPal-Request-Id` gets what the first request created. */
const once = <T>(
  context: SandboxContext,
  request: FastifyRequest,
  known: (id: string) => T,
  make: () => { id: string; created: T },
): T =>
  context.store.atomic(() => {
    const key = String(request.headers['paypal-request-id'] ?? '');
    const id = key === '' ? undefined : context.store.get<string>(REQUESTS, key);
    if (id !== undefined) return known(id);
    const { id: newId, created } = make();
    if (key !== '') context.store.put(REQUESTS, key, newId);
    return created;
  });

const orderRoutes = (
  api: FastifyInstance,
  context: SandboxContext,
  orders: OrderStore<PayPalDetails>,
): void => {
  const show = (order: Order<PayPalDetails>) => orderReply(order, api.listeningOrigin);
  api.post('/v2/checkout/orders', async (request, reply) => {
    const {
      purchase_units: [unit],
      payment_source: source,
    } = orderSchema.parse(request.body);
    if (source && !request.headers['paypal-request-id'])
      throw new MissingRequestIdError(
        'A PayPal-Request-Id is required if you are trying to process payment for an Order.',
      );
    const experience = source?.paypal.experience_context;
    let status = 200;
    const order = once(context, request, orders.find, () => {
      status = 201;
      const details = {
        description: unit.description ?? null,
        returnUrl: experience?.return_url ?? null,
        cancelUrl: experience?.cancel_url ?? null,
        sourceNamed: source !== undefined,
        ownReference: unit.custom_id !== undefined,
      };
      const expiresAt = new Date(context.clock.now().getTime() + ORDER_LIFE_MS).toISOString();
      const created = orders.add({
        reference: unit.custom_id ?? randomUUID(),
        amountCentavos: fromDecimalText(unit.amount.value),
        expiresAt,
        details,
      });
      return { id: created.id, created };
    });
    return reply.code(status).send(preferred(request, show(order)));
  });
  api.get<ById>('/v2/checkout/orders/:id', async ({ params }) => show(orders.find(params.id)));
  api.post<ById>('/v2/checkout/orders/:id/capture', async (request, reply) => {
    const { id } = request.params;
    // A repeated request id gets the refusal of the first request, too.
    const declined = `${DECLINED}${String(request.headers['paypal-request-id'] ?? randomUUID())}`;
    if (orders.find(id).agreedAt && context.faults.takeForInstrument()) {
      context.store.put(REQUESTS, declined, id);
      orders.decline(id);
    }
    if (context.store.get(REQUESTS, declined) !== undefined)
      throw new DeclinedInstrumentError('The instrument presented was declined.');
    return reply
      .code(201)
      .send(
        preferred(
          request,
          show(once(context, request, orders.find, () => ({ id, created: orders.capture(id) }))),
        ),
      );
  });
};

const captureRoutes = (
  api: FastifyInstance,
  context: SandboxContext,
  orders: OrderStore<PayPalDetails>,
): void => {
  /** The order of a capture, found by a scan: a stand-in has few orders. */
  const captureOf = (id: string) => {
    const order = orders
      .newest(10_000)
      .find(({ payments }) => payments.some((payment) => payment.id === id));
    const payment = order?.payments.find((candidate) => candidate.id === id);
    if (!order || !payment) throw new Refusal('unknown', 'Specified resource ID does not exist.');
    return { order, payment };
  };

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
    const refund = once(context, request, known, () => {
      const created = orders.refund(order.id, {
        paymentId: payment.id,
        amountCentavos: amount ? fromDecimalText(amount.value) : refundable(payment),
        merchantRef,
        merchantField,
        contested: false,
      });
      return { id: created.id, created };
    });
    return reply
      .code(201)
      .send(preferred(request, refundReply(refund, payment.id, api.listeningOrigin)));
  });
  api.get<ById>('/v2/payments/refunds/:id', async ({ params }) => {
    const payment = orders
      .newest(10_000)
      .flatMap(({ payments }) => payments)
      .find(({ refunds }) => refunds.some(({ id }) => id === params.id));
    const refund = payment?.refunds.find(({ id }) => id === params.id);
    if (!payment || !refund) throw new Refusal('unknown', 'Specified resource ID does not exist.');
    return refundReply(refund, payment.id, api.listeningOrigin);
  });
};
