// e.Rede v2 at its real paths: tokens, transactions, captures, refunds and queries. A CVV of 111, 112, 119 or 123 is declined with that code.
import { randomBytes, randomInt } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { applyFaults } from '../core/faults.ts';
import { openBook, type Order, type OrderBook, Refusal, type Tools } from '../core/orders.ts';

export type RedeMerchant = { pv: string; token: string };

/** Of the card only what the protocol shows. */
export type Transaction = { cardBin: string; last4: string; holder: string; returnCode: string };

const TOKEN_SECONDS = 24 * 60;
const DECLINES: Record<string, string> = { 111: 'Insufficient funds', 112: 'Expired card', 119: 'Invalid security code', 123: 'Recurring payment ended by the holder' };

const transactionSchema = z.object({
  capture: z.boolean(),
  kind: z.literal('credit'),
  reference: z.string().regex(/^[A-Za-z0-9]{1,16}$/),
  amount: z.int().min(1),
  installments: z.literal(1),
  cardHolderName: z.string().min(1).max(30),
  cardNumber: z.string().regex(/^\d{13,19}$/),
  expirationMonth: z.int().min(1).max(12),
  expirationYear: z.int().min(2000).max(2099),
  securityCode: z.string().regex(/^\d{3,4}$/),
});
const amountSchema = z.object({ amount: z.int().min(1) });

/** Twenty digits, as the acquirer's. */
const tid = (): string => Array.from({ length: 20 }, () => randomInt(10)).join('');

export const openRede = (tools: Tools): OrderBook<Transaction> =>
  // The acquirer tells nothing: the answer is there at once.
  openBook<Transaction>(tools, { gateway: 'rede', title: 'Cartão', agrees: false, newId: tid, tell: () => undefined });

const queryReply = (order: Order<Transaction>) => {
  const { details, payments } = order;
  const [payment] = payments;
  const declined = details.returnCode !== '00';
  return {
    requestDateTime: order.createdAt,
    authorization: {
      dateTime: order.createdAt, returnCode: details.returnCode, returnMessage: DECLINES[details.returnCode] ?? 'Success.', status: declined ? 'Denied' : 'Approved', reference: order.reference,
      tid: order.id, kind: 'Credit', amount: order.amountCentavos, installments: 1, cardHolderName: details.holder, cardBin: details.cardBin, last4: details.last4, brand: { name: 'Mastercard' },
    },
    ...(payment ? { capture: { dateTime: payment.at, amount: payment.amountCentavos } } : {}),
    ...(payment && payment.refunds.length > 0
      ? { refunds: payment.refunds.map((refund) => ({ refundId: refund.id, refundDateTime: refund.at, amount: refund.amountCentavos, status: refund.fails ? 'Denied' : 'Done' })) }
      : {}),
  };
};

const CODES: Record<Refusal['reason'], [status: number, code: string]> = {
  unknown: [404, '78'], paid: [400, '122'], canceled: [400, '355'], expired: [400, '355'], notAgreed: [400, '355'], notPaid: [400, '353'], tooMuch: [400, '354'],
};

type ByTid = { Params: { tid: string } };

/** A Fastify plugin of its own scope. */
export const redeRoutes = (tools: Tools, book: OrderBook<Transaction>, merchant: RedeMerchant) => async (app: FastifyInstance): Promise<void> => {
  applyFaults(app, tools.faults);
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof Refusal) return reply.code(CODES[error.reason][0]).send({ returnCode: CODES[error.reason][1], returnMessage: error.message });
    // Never the input: it holds a card.
    if (error instanceof z.ZodError) return reply.code(400).send({ returnCode: '21', returnMessage: `Invalid parameter: ${error.issues.map(({ path }) => path.join('.')).join(', ')}` });
    throw error;
  });
  const tokens = new Map<string, number>();
  app.post('/redelabs/oauth2/token', async (request, reply) => {
    if (request.headers.authorization !== `Basic ${Buffer.from(`${merchant.pv}:${merchant.token}`).toString('base64')}`) return reply.code(401).send({ error: 'invalid_client' });
    const token = randomBytes(24).toString('base64url');
    tokens.set(token, tools.clock.now().getTime() + TOKEN_SECONDS * 1000);
    return { access_token: token, token_type: 'Bearer', expires_in: TOKEN_SECONDS, scope: '' };
  });
  app.addHook('onRequest', async (request, reply) => {
    if (request.url === '/redelabs/oauth2/token') return;
    const ends = tokens.get(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '') ?? 0;
    if (ends <= tools.clock.now().getTime()) await reply.code(401).send({ returnCode: '26', returnMessage: 'Invalid access token' });
  });
  const newestOf = (reference: string): Order<Transaction> => {
    const order = book.of(reference).at(-1);
    if (!order) throw new Refusal('unknown', 'Transaction not found');
    return order;
  };

  app.post('/erede/v2/transactions', async (request, reply) => {
    const asked = transactionSchema.parse(request.body);
    if (book.of(asked.reference).length > 0) throw new Refusal('paid', 'Duplicated transaction');
    const declined = DECLINES[asked.securityCode] !== undefined;
    const details = { cardBin: asked.cardNumber.slice(0, 6), last4: asked.cardNumber.slice(-4), holder: asked.cardHolderName, returnCode: declined ? asked.securityCode : '00' };
    const expiresAt = new Date(tools.clock.now().getTime() + 7 * 86_400_000).toISOString();
    const order = book.add({ reference: asked.reference, amountCentavos: asked.amount, expiresAt, details });
    if (!declined && asked.capture) book.pay(order.id);
    return reply.code(declined ? 402 : 201).send({ reference: asked.reference, tid: order.id, amount: asked.amount, returnCode: details.returnCode, returnMessage: DECLINES[details.returnCode] ?? 'Success.', cardBin: details.cardBin, last4: details.last4 });
  });
  app.get<{ Querystring: { reference?: string } }>('/erede/v2/transactions', async ({ query }) => queryReply(newestOf(query.reference ?? '')));
  app.get<ByTid>('/erede/v2/transactions/:tid', async ({ params }) => queryReply(book.find(params.tid)));
  app.put<ByTid>('/erede/v2/transactions/:tid', async ({ params, body }) => {
    book.pay(params.tid, { amountCentavos: amountSchema.parse(body).amount });
    return { tid: params.tid, returnCode: '00', returnMessage: 'Success.' };
  });
  app.post<ByTid>('/erede/v2/transactions/:tid/refunds', async (request, reply) => {
    const order = book.find(request.params.tid);
    const refund = book.refund(order.id, { paymentId: order.payments[0]?.id ?? '', amountCentavos: amountSchema.parse(request.body).amount, merchantRef: null, contested: false });
    return reply.code(201).send({ refundId: refund.id, tid: order.id, refundDateTime: refund.at, returnCode: '359', returnMessage: 'Refund successful.' });
  });
};
