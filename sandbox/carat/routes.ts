// Carat (e-SiTef) at its real paths: payments with an idempotency key, confirmations,
// cancellations, queries, and kept cards.
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { shownOf } from '../cards/bank.ts';
import { applyFaults } from '../core/faults.ts';
import { type OrderBook, Refusal, type Tools } from '../core/orders.ts';
import {
  type CaratPayment,
  holderOf,
  KEPT,
  payByCard,
  paymentReply,
  setNotificationUrl,
} from './payments.ts';

export type CaratMerchant = { merchantId: string; merchantKey: string };

const SPENT = 'carat-key';
const digits = z.string().regex(/^\d{1,12}$/);
const keptCard = {
  number: z.string().regex(/^\d{13,19}$/),
  expiry_date: z.string().regex(/^(0[1-9]|1[0-2])\d\d$/),
};
const fullCard = z.strictObject({
  ...keptCard,
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
const keepSchema = z.strictObject({
  authorizer_id: digits,
  merchant_usn: digits,
  customer_id: z.string().regex(/^[A-Za-z0-9]{1,20}$/),
  card: z.strictObject(keptCard),
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
  (tools: Tools, book: OrderBook<CaratPayment>, merchant: CaratMerchant) =>
  async (app: FastifyInstance): Promise<void> => {
    const shown = (nit: string) => paymentReply(book.find(nit));
    app.put<{ Body: { url: string } }>('/__carat/notification', async (request, reply) => {
      setNotificationUrl(tools, z.url().parse(request.body.url));
      return reply.code(204).send();
    });
    await app.register(
      async (api) => {
        applyFaults(api, tools.faults);
        api.setErrorHandler((error, _request, reply) => {
          if (error instanceof Refusal)
            return reply
              .code(CODES[error.reason][0])
              .send({ code: CODES[error.reason][1], message: error.message });
          // Never the input: it holds a card.
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
        payments(api, tools, book, shown);
        keeping(api, tools);
      },
      { prefix: '/e-sitef/api' },
    );
  };

type Shown = (nit: string) => ReturnType<typeof paymentReply>;

const payments = (
  api: FastifyInstance,
  tools: Tools,
  book: OrderBook<CaratPayment>,
  shown: Shown,
): void => {
  /** What a key did once is answered again. */
  const once = (key: string, work: () => string): string =>
    tools.store.atomic(() => {
      const before = tools.store.get<string>(SPENT, key);
      if (before) return before;
      const nit = work();
      tools.store.put(SPENT, key, nit);
      return nit;
    });
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
    const asked = {
      orderId,
      merchantUsn,
      authorizerId,
      amountCentavos: Number(amount),
      card,
      screened: onFile?.initiator !== 'merchant',
    };
    return reply.code(201).send(shown(once(key, () => payByCard(tools, book, asked).id)));
  });
  api.put<ByNit & { Querystring: { confirm?: string } }>(
    '/v1/payments/:nit',
    async ({ params: { nit }, query }) => {
      if (query.confirm === 'true') book.take(nit);
      else book.cancel(nit);
      const {
        code,
        message,
        payment: { status },
      } = shown(nit);
      return { code, message, payment: { status } };
    },
  );
  api.post<ByNit>('/v2/cancellations/:nit', async ({ headers, params: { nit }, body }, reply) => {
    const { idempotency_key: key } = keySchema.parse(headers);
    const { amount } = amountSchema.parse(body);
    const id = once(
      `${nit}:${key}`,
      () =>
        book.refund(nit, {
          paymentId: book.find(nit).payments[0]?.id ?? '',
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
  // Every transaction of the order, the newest last; none is an empty list.
  api.get<{ Querystring: { order_id?: string } }>('/v2/transactions', async ({ query }) => ({
    code: '0',
    message: 'OK. Transaction successful.',
    transactions: book.of(query.order_id ?? '').map(({ id }) => shown(id)),
  }));
  api.get<ByNit>('/v2/transactions/:nit', async ({ params: { nit } }) => shown(nit));
};

/**
 * Cards that are kept by a token. Nobody is asked about them: any number that looks like one is
 * kept.
 */
const keeping = (api: FastifyInstance, tools: Tools): void => {
  api.post('/v1/cards', async ({ body }, reply) => {
    const { card, authorizer_id, merchant_usn, customer_id } = keepSchema.parse(body);
    const token = `${randomBytes(32).toString('base64')}`;
    tools.store.put(KEPT, token, shownOf(card.number, holderOf(tools, card)));
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
