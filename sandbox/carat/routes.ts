// Carat (e-SiTef) at its real paths: payments with an idempotency key, confirmations,
// cancellations, queries, and stored cards.
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { displayCardOf } from '../cards/bank.ts';
import { applyFaults } from '../core/faults.ts';
import { type OrderStore, Refusal, type SandboxContext } from '../core/order-store.ts';
import {
  type CaratPayment,
  holderOf,
  STORED_CARD,
  payByCard,
  paymentReply,
  setNotificationUrl,
} from './payments.ts';

export type CaratMerchant = { merchantId: string; merchantKey: string };

const IDEMPOTENCY_KEY = 'carat-key';
const digits = z.string().regex(/^\d{1,12}$/);
const storedCardFields = {
  number: z.string().regex(/^\d{13,19}$/),
  expiry_date: z.string().regex(/^(0[1-9]|1[0-2])\d\d$/),
};
const fullCard = z.strictObject({
  ...storedCardFields,
  holder: z.string().min(1).max(30).optional(),
  security_code: z.string().regex(/^\d{3,4}$/),
});
// 3-D Secure is another product with a server of its own: `authenticate` and return addresses
// belong to the HTML checkout.
const paymentSchema = z.strictObject({
  merchant_usn: digits,
  order_id: z.string().regex(/^[A-Za-z0-9]{1,40}$/),
  amount: z.string().regex(/^(0|[1-9]\d{0,11})$/),
  installments: z.literal('1'),
  installment_type: z.literal('4'),
  authorizer_id: digits,
  soft_descriptor: z.string().max(30).optional(),
  card_on_file: z.object({ initiator: z.string() }).loose().optional(),
  card: z.union([z.strictObject({ token: z.string() }), fullCard]),
});
const storeSchema = z.strictObject({
  authorizer_id: digits,
  merchant_usn: digits,
  customer_id: z.string().regex(/^[A-Za-z0-9]{1,20}$/),
  card: z.strictObject(storedCardFields),
});
const amountSchema = z.object({
  amount: z
    .string()
    .regex(/^[1-9]\d{0,11}$/)
    .transform(Number),
});
const keySchema = z.object({ idempotency_key: z.string().regex(/^\d{1,80}$/) });
type ByNit = { Params: { nit: string } };

const CODES: Record<Refusal['reason'], [status: number, code: string]> = {
  unknown: [404, '1011'],
  paid: [400, '1009'],
  canceled: [400, '1009'],
  expired: [400, '1006'],
  notAgreed: [400, '1009'],
  notPaid: [400, '1009'],
  tooMuch: [400, '1030'],
};

/**
 * A Fastify plugin of its own scope. `PUT /__carat/notification {url}` stands for the form in
 * Carat's portal.
 */
export const caratRoutes =
  (context: SandboxContext, orders: OrderStore<CaratPayment>, merchant: CaratMerchant) =>
  async (app: FastifyInstance): Promise<void> => {
    const replyOf = (nit: string) => paymentReply(orders.find(nit));
    app.put<{ Body: { url: string } }>('/__carat/notification', async (request, reply) => {
      setNotificationUrl(context, z.url().parse(request.body.url));
      return reply.code(204).send();
    });
    await app.register(
      async (api) => {
        applyFaults(api, context.faults);
        api.setErrorHandler((error, _request, reply) => {
          if (error instanceof Refusal)
            return reply
              .code(CODES[error.reason][0])
              .send({ code: CODES[error.reason][1], message: error.message });
          // The input is left out: it holds a card.
          if (error instanceof z.ZodError)
            return reply.code(400).send({
              code: '1',
              message: `Invalid field: ${error.issues.map(({ path }) => path.join('.')).join(', ')}`,
            });
          throw error;
        });
        api.addHook('onRequest', async ({ headers }, reply) => {
          if (
            headers['merchant_id'] !== merchant.merchantId ||
            headers['merchant_key'] !== merchant.merchantKey
          )
            await reply.code(401).send({ code: '1004', message: 'Invalid merchant' });
        });
        paymentRoutes(api, context, orders, replyOf);
        cancellationRoutes(api, context, orders);
        queryRoutes(api, orders, replyOf);
        storedCardRoutes(api, context);
      },
      { prefix: '/e-sitef/api' },
    );
  };

type ReplyOf = (nit: string) => ReturnType<typeof paymentReply>;

/** A repeated idempotency key gets the reply of the first request. */
const once = ({ store }: SandboxContext, key: string, work: () => string): string =>
  store.atomic(() => {
    const before = store.get<string>(IDEMPOTENCY_KEY, key);
    if (before) return before;
    const nit = work();
    store.put(IDEMPOTENCY_KEY, key, nit);
    return nit;
  });

const paymentRoutes = (
  api: FastifyInstance,
  context: SandboxContext,
  orders: OrderStore<CaratPayment>,
  replyOf: ReplyOf,
): void => {
  api.post('/v2/payments', async ({ headers, body }, reply) => {
    const { idempotency_key: key } = keySchema.parse(headers);
    const {
      order_id: orderId,
      merchant_usn: merchantUsn,
      authorizer_id: authorizerId,
      amount,
      card,
      card_on_file: onFile,
    } = paymentSchema.parse(body);
    const request = {
      orderId,
      merchantUsn,
      authorizerId,
      amountCentavos: Number(amount),
      card,
      screened: onFile?.initiator !== 'merchant',
    };
    return reply
      .code(201)
      .send(replyOf(once(context, key, () => payByCard(context, orders, request).id)));
  });
  api.put<ByNit & { Querystring: { confirm?: string } }>(
    '/v1/payments/:nit',
    async ({ params: { nit }, query }) => {
      if (query.confirm === 'true') orders.capture(nit);
      else orders.cancel(nit);
      const {
        code,
        message,
        payment: { status },
      } = replyOf(nit);
      return { code, message, payment: { status } };
    },
  );
};

const cancellationRoutes = (
  api: FastifyInstance,
  context: SandboxContext,
  orders: OrderStore<CaratPayment>,
): void => {
  api.post<ByNit>('/v2/cancellations/:nit', async ({ headers, params: { nit }, body }, reply) => {
    const { idempotency_key: key } = keySchema.parse(headers);
    const { amount } = amountSchema.parse(body);
    const id = once(
      context,
      `${nit}:${key}`,
      () =>
        orders.refund(nit, {
          paymentId: orders.find(nit).payments[0]?.id ?? '',
          amountCentavos: amount,
          merchantRef: key,
          contested: false,
        }).id,
    );
    return reply.code(201).send({
      code: '0',
      message: 'OK. Transaction successful.',
      cancellation: { nit: id, status: 'CON', amount: String(amount) },
    });
  });
};

const queryRoutes = (
  api: FastifyInstance,
  orders: OrderStore<CaratPayment>,
  replyOf: ReplyOf,
): void => {
  // Every transaction of the order, the newest last.
  api.get<{ Querystring: { order_id?: string } }>('/v2/transactions', async ({ query }) => ({
    code: '0',
    message: 'OK. Transaction successful.',
    transactions: orders.listByReference(query.order_id ?? '').map(({ id }) => replyOf(id)),
  }));
  api.get<ByNit>('/v2/transactions/:nit', async ({ params: { nit } }) => replyOf(nit));
};

/** Card storage by token. The bank is not consulted: any well-formed number is stored. */
const storedCardRoutes = (api: FastifyInstance, context: SandboxContext): void => {
  api.post('/v1/cards', async ({ body }, reply) => {
    const { card, authorizer_id, merchant_usn, customer_id } = storeSchema.parse(body);
    const token = `${randomBytes(32).toString('base64')}`;
    context.store.put(STORED_CARD, token, displayCardOf(card.number, holderOf(context, card)));
    return reply.code(201).send({
      code: '0',
      message: 'OK. Transaction successful.',
      card: { token, suffix: card.number.slice(-4), bin: card.number.slice(0, 6) },
      store: {
        status: 'CON',
        nsua: '18051600000560A',
        nita: randomBytes(32).toString('hex'),
        authorizer_id,
        merchant_usn,
        customer_id,
      },
    });
  });
};
