// e.Rede v2 at its real paths: transactions, 3-D Secure, captures, refunds and queries. Bank
// outcomes are in cards/bank.ts, stored cards in tokens.ts.
import { randomBytes, randomInt } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '@camarim/contract/time';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { applyFaults } from '../core/faults.ts';
import {
  createOrderStore,
  type Order,
  type OrderStore,
  Refusal,
  type SandboxContext,
} from '../core/order-store.ts';
import { localOf, statementRoutes } from './statement.ts';
import {
  brandOf,
  InvalidFieldError,
  createTokenStore,
  type TokenStore,
  tokenRoutes,
} from './tokens.ts';
import { authorizeCard, type Outcome, type DisplayCard, displayCardOf } from '../cards/bank.ts';
import {
  CHALLENGE_MS,
  challengeAddress,
  type Challenge,
  type ChallengeHandler,
} from '../cards/challenge.ts';

export type RedeMerchant = { pv: string; token: string };

/**
 * Holds the part of the card that the protocol shows. `bankCode` is the bank's answer after the
 * challenge.
 */
export type Transaction = DisplayCard & {
  brand: string;
  returnCode: string;
  bankCode: string;
  challenge: Challenge | null;
};

const TOKEN_SECONDS = 24 * 60;
const APPROVED = '00';
const APPROVED_WITHOUT_CHARGE = '174';
const CHALLENGED = '220';
const UNAUTHENTICATED = '202';
const CODES_OF: Record<Outcome, string> = {
  approved: APPROVED,
  noFunds: '111',
  expired: '112',
  wrongCode: '119',
  ended: '123',
};
const MESSAGES: Record<string, string> = {
  111: 'Insufficient funds',
  112: 'Expired card',
  119: 'Invalid security code',
  123: 'Recurring payment ended by the holder',
  [UNAUTHENTICATED]: 'Unauthenticated cardholder',
  [CHALLENGED]: 'Authentication requested',
};

const amountOf = z.union([
  z.int(),
  z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number),
]);
/** Numbers may be written as text. */
const between = (min: number, max: number) => amountOf.pipe(z.int().min(min).max(max));
/** The protocol takes a year in two digits, too. */
const year = z.union([between(0, 99).transform((short) => 2000 + short), between(2000, 2099)]);

// Manual of e.Rede, "3DS 2.0": with its own MPI (`embedded`) the browser is mandatory; without it,
// returnCodes 250 to 269 and 3000 to 3019.
const threeDSecure = z.object({
  embedded: z.literal(true),
  onFailure: z.enum(['decline', 'continue']),
  userAgent: z.string().min(1).max(255),
  device: z.object({
    colorDepth: z.literal([1, 4, 8, 15, 16, 24, 32, 48]),
    deviceType3ds: z.literal('BROWSER'),
    javaEnabled: z.boolean(),
    language: z.string().min(1).max(10),
    screenHeight: z.int().min(0),
    screenWidth: z.int().min(0),
    timeZoneOffset: z.int().min(-14).max(14),
  }),
});

// Manual of e.Rede v1.38, "Authorization": names and statement names have no special characters; 0
// is the question to the bank without a charge ("Zero Dollar").
const plainText = (max: number) =>
  z
    .string()
    .regex(/^[A-Za-z0-9 ]*$/)
    .max(max);
const transactionSchema = z.object({
  capture: z.boolean().default(true),
  kind: z.literal('credit').default('credit'),
  reference: z.string().regex(/^[A-Za-z0-9]{1,16}$/),
  amount: between(0, 9_999_999_999),
  installments: between(1, 12).optional(),
  softDescriptor: plainText(18).optional(),
  threeDSecure: threeDSecure.optional(),
  urls: z
    .array(z.object({ kind: z.enum(['threeDSecureSuccess', 'threeDSecureFailure']), url: z.url() }))
    .length(2)
    .optional(),
  cardholderName: plainText(30).optional(),
  cardNumber: z.string().regex(/^\d{13,19}$/),
  expirationMonth: between(1, 12),
  expirationYear: year,
  securityCode: z
    .string()
    .regex(/^\d{3,4}$/)
    .optional(),
  storageCard: z
    .union([z.string(), z.int()])
    .transform(String)
    .pipe(z.enum(['0', '1', '2']))
    .optional(),
  subscription: z.boolean().optional(),
  brandTid: z.string().optional(),
  tokenCryptogram: z.string().max(28).optional(),
  securityAuthentication: z.object({ sai: z.string().regex(/^\d{2}$/) }).optional(),
  transactionCredentials: z.object({ credentialId: z.string().regex(/^\d{2}$/) }).optional(),
});
type TransactionRequest = z.output<typeof transactionSchema>;
const amountSchema = z.object({ amount: between(1, 9_999_999_999) });

/** Twenty digits, as the acquirer's. */
const tid = (): string => Array.from({ length: 20 }, () => randomInt(10)).join('');

export const createRedeOrders = (context: SandboxContext): OrderStore<Transaction> =>
  // The acquirer sends no webhooks: every reply has the outcome.
  createOrderStore<Transaction>(context, {
    gateway: 'rede',
    title: 'Cartão',
    authorizesFirst: false,
    newId: tid,
    notify: () => undefined,
  });

const refundsOf = ({ payments }: Order<Transaction>, now: Date) =>
  payments
    .slice(0, 1)
    .flatMap(({ refunds }) => refunds)
    .map(({ id, at, amountCentavos, fails, processing, dueAt }) => ({
      refundId: id,
      refundDateTime: at,
      amount: amountCentavos,
      status: fails
        ? 'Denied'
        : processing || (dueAt !== undefined && now < new Date(dueAt))
          ? 'Processing'
          : 'Done',
    }));

const queryReply = (order: Order<Transaction>, now: Date) => {
  const { details, payments } = order;
  const [payment] = payments;
  const status =
    details.returnCode === APPROVED
      ? 'Approved'
      : details.returnCode === CHALLENGED
        ? 'Pending'
        : 'Denied';
  return {
    requestDateTime: order.createdAt,
    authorization: {
      dateTime: order.createdAt,
      returnCode: details.returnCode,
      returnMessage: MESSAGES[details.returnCode] ?? 'Success.',
      status,
      reference: order.reference,
      tid: order.id,
      kind: 'Credit',
      amount: order.amountCentavos,
      cardHolderName: details.holder,
      cardBin: details.cardBin,
      last4: details.last4,
      brand: { name: details.brand, brandTid: order.id.slice(0, 15) },
    },
    ...(payment ? { capture: { dateTime: payment.at, amount: payment.amountCentavos } } : {}),
    ...(payment && payment.refunds.length > 0 ? { refunds: refundsOf(order, now) } : {}),
  };
};

/**
 * Manual of e.Rede v1.38, "Return codes": a broken business rule is 422. 42 is a reused reference,
 * 354 a refund after its period, 358 a refund of more than is left.
 */
const CODES: Record<Refusal['reason'], [status: number, code: string]> = {
  unknown: [404, '78'],
  paid: [422, '42'],
  canceled: [422, '355'],
  expired: [422, '354'],
  notAgreed: [422, '365'],
  notPaid: [422, '353'],
  tooMuch: [422, '358'],
};
const dueOf = (capturedAt: string, now: Date): string | undefined => {
  const today = localOf(now.toISOString()).date;
  return localOf(capturedAt).date === today
    ? undefined
    : new Date(Date.parse(`${today}T09:00:00-03:00`) + 24 * HOUR_MS).toISOString();
};

type ByTid = { Params: { tid: string } };

/** Error replies, access tokens and their check. */
const guardApi = (app: FastifyInstance, context: SandboxContext, merchant: RedeMerchant): void => {
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof Refusal)
      return reply
        .code(CODES[error.reason][0])
        .send({ returnCode: CODES[error.reason][1], returnMessage: error.message });
    // The input is left out: it holds a card.
    if (error instanceof InvalidFieldError)
      return reply
        .code(400)
        .send({ returnCode: '21', returnMessage: `Invalid parameter: ${error.message}` });
    if (error instanceof z.ZodError)
      return reply.code(400).send({
        returnCode: '21',
        returnMessage: `Invalid parameter: ${error.issues.map(({ path }) => path.join('.')).join(', ')}`,
      });
    throw error;
  });
  const accessTokens = new Map<string, number>();
  app.post('/redelabs/oauth2/token', async (request, reply) => {
    if (
      request.headers.authorization !==
      `Basic ${Buffer.from(`${merchant.pv}:${merchant.token}`).toString('base64')}`
    )
      return reply.code(401).send({ error: 'invalid_client' });
    const token = randomBytes(24).toString('base64url');
    accessTokens.set(token, context.clock.now().getTime() + TOKEN_SECONDS * 1000);
    return { access_token: token, token_type: 'Bearer', expires_in: TOKEN_SECONDS, scope: '' };
  });
  app.addHook('onRequest', async (request, reply) => {
    if (request.url === '/redelabs/oauth2/token') return;
    const ends =
      accessTokens.get(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '') ?? 0;
    if (ends <= context.clock.now().getTime())
      await reply.code(401).send({ returnCode: '26', returnMessage: 'Invalid access token' });
  });
};

/** Authorises, and captures when the request says so. */
const createRoute = (
  app: FastifyInstance,
  context: SandboxContext,
  orders: OrderStore<Transaction>,
  tokens: TokenStore,
): void => {
  app.post('/erede/v2/transactions', async (request, reply) => {
    const transaction = transactionSchema.parse(request.body);
    if (orders.listByReference(transaction.reference).length > 0)
      throw new Refusal('paid', 'Duplicated transaction');
    const details = authorize(tokens, transaction);
    const { returnCode, cardBin, last4 } = details;
    // Zero Dollar: neither a charge nor an order is created.
    if (transaction.amount === 0)
      return reply.code(returnCode === APPROVED ? 201 : 422).send({
        reference: transaction.reference,
        tid: tid(),
        amount: 0,
        returnCode: returnCode === APPROVED ? APPROVED_WITHOUT_CHARGE : returnCode,
        returnMessage: MESSAGES[returnCode] ?? 'Success.',
        cardBin,
        last4,
      });
    const endsInMs = details.challenge ? CHALLENGE_MS : 7 * DAY_MS;
    const order = orders.add({
      reference: transaction.reference,
      amountCentavos: transaction.amount,
      expiresAt: new Date(context.clock.now().getTime() + endsInMs).toISOString(),
      details,
    });
    if (returnCode === APPROVED && transaction.capture) orders.pay(order.id);
    const status = returnCode === CHALLENGED ? 200 : returnCode === APPROVED ? 201 : 422;
    const challenge = details.challenge && {
      threeDSecure: {
        embedded: true,
        url: challengeAddress(app.listeningOrigin, 'rede', order.id),
      },
    };
    return reply.code(status).send({
      reference: transaction.reference,
      tid: order.id,
      amount: transaction.amount,
      returnCode,
      returnMessage: MESSAGES[returnCode] ?? 'Success.',
      cardBin,
      last4,
      ...challenge,
    });
  });
};

/** A Fastify plugin of its own scope. */
export const redeRoutes =
  (context: SandboxContext, orders: OrderStore<Transaction>, merchant: RedeMerchant) =>
  async (app: FastifyInstance): Promise<void> => {
    applyFaults(app, context.faults);
    guardApi(app, context, merchant);
    const newestOf = (reference: string): Order<Transaction> => {
      const order = orders.listByReference(reference).at(-1);
      if (!order) throw new Refusal('unknown', 'Transaction not found');
      return order;
    };

    const tokens = createTokenStore(context);
    tokenRoutes(app, context, merchant);
    statementRoutes(app, orders as OrderStore<unknown>);
    createRoute(app, context, orders, tokens);
    app.get<{ Querystring: { reference?: string } }>('/erede/v2/transactions', async ({ query }) =>
      queryReply(newestOf(query.reference ?? ''), context.clock.now()),
    );
    app.get<ByTid>('/erede/v2/transactions/:tid', async ({ params }) =>
      queryReply(orders.find(params.tid), context.clock.now()),
    );
    app.get<ByTid>('/erede/v2/transactions/:tid/refunds', async ({ params }) => ({
      refunds: refundsOf(orders.find(params.tid), context.clock.now()),
    }));
    app.put<ByTid>('/erede/v2/transactions/:tid', async ({ params, body }) => {
      orders.pay(params.tid, { amountCentavos: amountSchema.parse(body).amount });
      return { tid: params.tid, returnCode: '00', returnMessage: 'Success.' };
    });
    app.post<ByTid>('/erede/v2/transactions/:tid/refunds', async (request, reply) => {
      const order = orders.find(request.params.tid);
      const [payment] = order.payments;
      const dueAt = payment && dueOf(payment.at, context.clock.now());
      const refund = orders.refund(order.id, {
        paymentId: payment?.id ?? '',
        amountCentavos: amountSchema.parse(request.body).amount,
        merchantRef: null,
        contested: false,
        dueAt,
      });
      const outcome =
        dueAt === undefined
          ? { returnCode: '359', returnMessage: 'Refund successful.' }
          : { returnCode: '360', returnMessage: 'Refund request has been successful.' };
      return reply
        .code(201)
        .send({ refundId: refund.id, tid: order.id, refundDateTime: refund.at, ...outcome });
    });
  };

/** Resolves the card and asks its bank for the outcome. */
const authorize = (tokens: TokenStore, transaction: TransactionRequest): Transaction => {
  const brand = brandOf(transaction.cardNumber);
  if (
    brand === 'Mastercard' &&
    (transaction.storageCard === '1' || transaction.storageCard === '2') &&
    !transaction.transactionCredentials
  )
    throw new InvalidFieldError('transactionCredentials.credentialId');
  const storedCard = tokens.charged(transaction);
  if (!storedCard && transaction.tokenCryptogram !== undefined)
    throw new Refusal('unknown', 'Token not found');
  const card =
    storedCard ?? displayCardOf(transaction.cardNumber, transaction.cardholderName ?? '');
  const { outcome, challenges } = authorizeCard({
    holder: card.holder,
    cvv: storedCard ? undefined : transaction.securityCode,
  });
  const returnUrl = transaction.threeDSecure && challenges ? transaction.urls?.[0]?.url : undefined;
  return {
    ...card,
    brand,
    bankCode: CODES_OF[outcome],
    returnCode: returnUrl ? CHALLENGED : CODES_OF[outcome],
    challenge: returnUrl ? { state: 'open', returnUrl } : null,
  };
};

/** Applies the holder's answer to the challenge. */
export const redeChallengeHandler = (orders: OrderStore<Transaction>): ChallengeHandler => ({
  orders: orders as OrderStore,
  challengeOf: ({ details }) => (details as Transaction).challenge,
  answer: ({ id }, passed) => {
    const { details } = orders.find(id);
    const returnCode = passed ? details.bankCode : UNAUTHENTICATED;
    orders.updateDetails(id, {
      ...details,
      returnCode,
      challenge: details.challenge && { ...details.challenge, state: passed ? 'passed' : 'failed' },
    });
    if (returnCode === APPROVED) orders.pay(id, { force: true });
  },
});
