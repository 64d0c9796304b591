// e.Rede v2 at its real paths: tokens, transactions, 3-D Secure, captures, refunds and queries. What banks say to a card: cards/bank.ts.
import { randomBytes, randomInt } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { applyFaults } from '../core/faults.ts';
import { openBook, type Order, type OrderBook, Refusal, type Tools } from '../core/orders.ts';
import { statementRoutes } from './statement.ts';
import { askBank, type Outcome, type ShownCard, shownOf } from '../cards/bank.ts';
import { CHALLENGE_MS, challengeAddress, type Challenge, type Challenger } from '../cards/challenge.ts';

export type RedeMerchant = { pv: string; token: string };

/** Of the card only what the protocol shows. `bankCode` is what its bank says once it was asked who pays. */
export type Transaction = ShownCard & { returnCode: string; bankCode: string; challenge: Challenge | null };

const TOKEN_SECONDS = 24 * 60;
const APPROVED = '00';
const CHALLENGED = '220';
const UNAUTHENTICATED = '202';
const CODES_OF: Record<Outcome, string> = { approved: APPROVED, noFunds: '111', expired: '112', wrongCode: '119', ended: '123' };
const WORDS: Record<string, string> = {
  111: 'Insufficient funds', 112: 'Expired card', 119: 'Invalid security code', 123: 'Recurring payment ended by the holder', [UNAUTHENTICATED]: 'Unauthenticated cardholder', [CHALLENGED]: 'Authentication requested',
};

const plainCard = {
  cardNumber: z.string().regex(/^\d{13,19}$/),
  expirationMonth: z.int().min(1).max(12),
  expirationYear: z.int().min(2000).max(2099),
  securityCode: z.string().regex(/^\d{3,4}$/),
};
const keepSchema = z.object({ cardholderName: z.string().min(1).max(30), storageCard: z.literal(1), ...plainCard });
/** What the stand-in keeps of a card; never its number. */
const KEPT = 'rede-card';

// Manual of e.Rede, "3DS 2.0": with its own MPI (`embedded`) the browser is mandatory; without it, returnCodes 250 to 269 and 3000 to 3019.
const threeDSecure = z.object({
  embedded: z.literal(true),
  onFailure: z.enum(['decline', 'continue']),
  userAgent: z.string().min(1).max(255),
  device: z.object({
    colorDepth: z.literal([1, 4, 8, 15, 16, 24, 32, 48]), deviceType3ds: z.literal('BROWSER'), javaEnabled: z.boolean(), language: z.string().min(1).max(10),
    screenHeight: z.int().min(0), screenWidth: z.int().min(0), timeZoneOffset: z.int().min(-14).max(14),
  }),
});

const termsOf = {
  capture: z.boolean(),
  kind: z.literal('credit'),
  reference: z.string().regex(/^[A-Za-z0-9]{1,16}$/),
  amount: z.int().min(1),
  installments: z.literal(1),
  softDescriptor: z.string().max(18).optional(),
  threeDSecure: threeDSecure.optional(),
  urls: z.array(z.object({ kind: z.enum(['threeDSecureSuccess', 'threeDSecureFailure']), url: z.url() })).length(2).optional(),
};
const transactionSchema = z.union([
  z.object({ ...termsOf, cardHolderName: z.string().min(1).max(30), ...plainCard }),
  z.object({ ...termsOf, cardToken: z.string(), storageCard: z.literal(2), subscription: z.boolean(), brandTid: z.string().optional() }),
]);
type Asked = z.output<typeof transactionSchema>;
const amountSchema = z.object({ amount: z.int().min(1) });

/** Twenty digits, as the acquirer's. */
const tid = (): string => Array.from({ length: 20 }, () => randomInt(10)).join('');

export const openRede = (tools: Tools): OrderBook<Transaction> =>
  // The acquirer tells nothing: the answer is there at once.
  openBook<Transaction>(tools, { gateway: 'rede', title: 'Cartão', agrees: false, newId: tid, tell: () => undefined });

const queryReply = (order: Order<Transaction>) => {
  const { details, payments } = order;
  const [payment] = payments;
  const status = details.returnCode === APPROVED ? 'Approved' : details.returnCode === CHALLENGED ? 'Pending' : 'Denied';
  return {
    requestDateTime: order.createdAt,
    authorization: {
      dateTime: order.createdAt, returnCode: details.returnCode, returnMessage: WORDS[details.returnCode] ?? 'Success.', status, reference: order.reference,
      tid: order.id, kind: 'Credit', amount: order.amountCentavos, installments: 1, cardHolderName: details.holder, cardBin: details.cardBin, last4: details.last4, brand: { name: 'Mastercard', brandTid: order.id.slice(0, 15) },
    },
    ...(payment ? { capture: { dateTime: payment.at, amount: payment.amountCentavos } } : {}),
    ...(payment && payment.refunds.length > 0
      ? { refunds: payment.refunds.map((refund) => ({ refundId: refund.id, refundDateTime: refund.at, amount: refund.amountCentavos, status: refund.fails ? 'Denied' : refund.processing ? 'Processing' : 'Done' })) }
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

  keeping(app, tools);
  statementRoutes(app, book as OrderBook<unknown>);
  app.post('/erede/v2/transactions', async (request, reply) => {
    const asked = transactionSchema.parse(request.body);
    if (book.of(asked.reference).length > 0) throw new Refusal('paid', 'Duplicated transaction');
    const details = decide(tools, asked);
    const { returnCode, cardBin, last4 } = details;
    const endsInMs = details.challenge ? CHALLENGE_MS : 7 * 86_400_000;
    const order = book.add({ reference: asked.reference, amountCentavos: asked.amount, expiresAt: new Date(tools.clock.now().getTime() + endsInMs).toISOString(), details });
    if (returnCode === APPROVED && asked.capture) book.pay(order.id);
    const status = returnCode === CHALLENGED ? 200 : returnCode === APPROVED ? 201 : 402;
    const challenge = details.challenge && { threeDSecure: { embedded: true, url: challengeAddress(app.listeningOrigin, 'rede', order.id) } };
    return reply.code(status).send({ reference: asked.reference, tid: order.id, amount: asked.amount, returnCode, returnMessage: WORDS[returnCode] ?? 'Success.', cardBin, last4, ...challenge });
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

/** Who is charged, and what their bank says. */
const decide = ({ store }: Tools, asked: Asked): Transaction => {
  const card = 'cardToken' in asked ? store.get<ShownCard>(KEPT, asked.cardToken) : shownOf(asked.cardNumber, asked.cardHolderName);
  if (!card) throw new Refusal('unknown', 'Token not found');
  const { outcome, challenges } = askBank({ holder: card.holder, cvv: 'cardToken' in asked ? undefined : asked.securityCode });
  const returnUrl = asked.threeDSecure && challenges ? asked.urls?.[0]?.url : undefined;
  return { ...card, bankCode: CODES_OF[outcome], returnCode: returnUrl ? CHALLENGED : CODES_OF[outcome], challenge: returnUrl ? { state: 'open', returnUrl } : null };
};

/** How a holder's answer to their bank goes on. */
export const redeChallenger = (book: OrderBook<Transaction>): Challenger => ({
  book: book as OrderBook,
  challengeOf: ({ details }) => (details as Transaction).challenge,
  answer: ({ id }, passed) => {
    const { details } = book.find(id);
    const returnCode = passed ? details.bankCode : UNAUTHENTICATED;
    book.amend(id, { ...details, returnCode, challenge: details.challenge && { ...details.challenge, state: passed ? 'passed' : 'failed' } });
    if (returnCode === APPROVED) book.pay(id, { force: true });
  },
});

/** Cards that the acquirer keeps: each is asked of its bank first, without a charge. */
const keeping = (app: FastifyInstance, { store }: Tools): void => {
  app.post('/redelabs/token-service/v1/tokenization', async (request, reply) => {
    const card = keepSchema.parse(request.body);
    const { outcome } = askBank({ holder: card.cardholderName, cvv: card.securityCode });
    const returnCode = CODES_OF[outcome];
    if (outcome !== 'approved') return reply.code(402).send({ returnCode, returnMessage: WORDS[returnCode] });
    const tokenizationId = randomBytes(16).toString('hex');
    store.put(KEPT, tokenizationId, shownOf(card.cardNumber, card.cardholderName));
    return reply.code(201).send({ returnCode: '00', returnMessage: 'Success.', tokenizationId });
  });
  app.delete<{ Params: { id: string } }>('/redelabs/token-service/v1/tokenization/:id', async ({ params }, reply) => {
    if (!store.get(KEPT, params.id)) throw new Refusal('unknown', 'Token not found');
    store.remove(KEPT, params.id);
    return reply.code(204).send();
  });
};
