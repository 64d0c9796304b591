// Routes of top-ups: methods, charges, and the gateways' webhooks.
import { TOP_UP_AMOUNTS_CENTAVOS, TOP_UP_DEFAULT_CENTAVOS } from '@camarim/contract/limits';
import { centavos } from '@camarim/contract/money';
import type { ChargeId } from '@camarim/contract/ids';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { deviceMarkHash } from '../../../auth/index.ts';
import type { Allowed } from '../../../../platform/http/allowed.ts';
import { pageOf } from '../../../../platform/http/cursor.ts';
import { handlers } from '../../../../platform/http/mount.ts';
import {
  GatewayError,
  type GatewayName,
  type TopUpMethod,
  type WebhookDelivery,
} from '../../../../platform/payments/port.ts';
import type { Ctx } from '../../../../context.ts';
import { type Charge, findCharge, listCharges } from '../charges/charge-store.ts';
import { finishOrder, openOrder } from '../paypal/order.ts';
import { needsAddress, canTopUp, ownCharge, ownOrder, type TopUpOrder } from './policy.ts';
import { answerCharge, presentCharge } from '../charges/present.ts';
import { payerAddress } from '../bills/bill-data.ts';
import { acquirerOf } from '../cards/acquirer.ts';
import { beginAttempt, type Caller, endAttempt } from '../cards/attempts.ts';
import type { PaymentDeps } from '../purposes.ts';
import { syncCharge } from '../charges/sync-charge.ts';
import { startTopUp } from './start-top-up.ts';
import { createRefusalCounter, receiveNotification } from '../webhooks/webhooks.ts';

const METHOD_NAMES: Record<TopUpMethod, string> = {
  card: 'Cartão',
  pix: 'Pix',
  boleto: 'Boleto',
  paypal: 'PayPal',
  picpay: 'PicPay',
};

/** The longest user agent that 3-D Secure accepts. */
const USER_AGENT_MAX = 255;

const deliveryOf = ({ url, headers }: FastifyRequest, body: unknown): WebhookDelivery => ({
  query: new URL(url, 'http://gateway').searchParams,
  headers,
  rawBody: body instanceof Uint8Array ? body : new Uint8Array(),
});

/** Each method once; cards only where an acquirer stores new ones. */
const offeredMethods = (ctx: Ctx): TopUpMethod[] =>
  [...new Set(Object.values(ctx.payments).flatMap(({ methods }) => methods))].filter(
    (method) => method !== 'card' || acquirerOf(ctx) !== null,
  );

/**
 * Syncs a charge when its payer returns from their bank. It needs no session: it shows nothing of
 * the charge and changes it only as its acquirer reports.
 */
const returnFromChallenge = async (
  ctx: Ctx,
  deps: PaymentDeps,
  id: ChargeId,
  reply: FastifyReply,
): Promise<{ data: null }> => {
  const charge = await findCharge(ctx.db, id);
  if (charge?.status === 'pending')
    await syncCharge(ctx, deps, id, 'person').catch((error: unknown) => {
      if (!(error instanceof GatewayError)) throw error;
      ctx.log.warn(
        { err: error, chargeId: id },
        'the gateway gives no answer about a charge after its challenge',
      );
    });
  void reply
    .code(303)
    .header('location', `/wallet?charge=${id}`)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send('');
  return { data: null };
};

/** The payment methods of this installation, with what the wallet page needs to offer them. */
const methodsOf = (ctx: Ctx) => ({
  methods: offeredMethods(ctx).map((key) => ({ key, name: METHOD_NAMES[key] })),
  amounts: TOP_UP_AMOUNTS_CENTAVOS.map((amount) => amount),
  defaultAmount: TOP_UP_DEFAULT_CENTAVOS,
  maxAmount: ctx.config.TOP_UP_MAX_CENTAVOS,
  statementName: ctx.config.CARD_STATEMENT_NAME,
  cardAcquirer: acquirerOf(ctx),
  boletoAddress: needsAddress(ctx),
  pixAutomatico: Object.values(ctx.payments).some(({ mandates }) => mandates !== undefined),
  paypalClientId:
    ctx.config.PAYPAL_BASE_URL === undefined ? null : (ctx.config.PAYPAL_CLIENT_ID ?? null),
});

/** Starts a top-up; a card's within the limits of declined cards. */
const topUpCounted = async (
  ctx: Ctx,
  deps: PaymentDeps,
  { order, caller, key }: { order: Allowed<TopUpOrder>; caller: Caller; key: string },
): Promise<Charge> => {
  if (!order.card) return startTopUp(ctx, deps, order, key);
  const attempt = await beginAttempt(ctx, caller, order.card.bin6);
  const now = ctx.clock.now();
  let outcome: Parameters<typeof endAttempt>[2] = 'unknown';
  try {
    const charge = await startTopUp(ctx, deps, order, key);
    // A repeated call returns the charge of the first one, whose attempt was recorded then.
    if (charge.createdAt >= now && charge.declineClass !== null) outcome = 'declined';
    else if (charge.createdAt >= now && charge.status === 'paid') outcome = 'accepted';
    return charge;
  } finally {
    await endAttempt(ctx, attempt, outcome);
  }
};

const paymentHandlers = (ctx: Ctx, deps: PaymentDeps) =>
  handlers({
    'GET /funds/methods': async () => ({ data: methodsOf(ctx) }),
    'POST /funds': async ({
      viewer,
      body: {
        paymentMethodKey,
        value,
        payer,
        profileCardId,
        ageConfirmed,
        browser,
        authentication,
        paypalPaymentData,
        intent,
      },
      context,
      http,
    }) => {
      if (paypalPaymentData)
        return answerCharge(
          await finishOrder(ctx, deps, await ownOrder(ctx, viewer, paypalPaymentData.orderID)),
          context.locale,
        );
      const userAgent = http.request.headers['user-agent'] ?? '';
      const proof = {
        browser: browser ? { ...browser, userAgent: userAgent.slice(0, USER_AGENT_MAX) } : null,
        result: authentication ?? null,
      };
      const request = {
        method: paymentMethodKey,
        amountCentavos: centavos(value),
        payer: payer ? { ...payer, address: payer.address && payerAddress(payer.address) } : null,
        intent: intent ?? null,
        savedId: profileCardId ?? null,
        ageConfirmed: ageConfirmed === true,
        proof,
      };
      const order = await canTopUp(ctx, viewer, request);
      const caller = {
        profileId: viewer.profileId,
        address: context.address,
        device: await deviceMarkHash(ctx, http.request),
      };
      return answerCharge(
        await topUpCounted(ctx, deps, { order, caller, key: context.idempotencyKey }),
        context.locale,
      );
    },
    'POST /funds/generatePaypalOrder': async ({ viewer, body: { orderId, value } }) => ({
      data: await openOrder(ctx, deps, viewer, {
        key: `paypal-${orderId}`,
        amount: centavos(value),
      }),
    }),
  });

const chargeHandlers = (ctx: Ctx, deps: PaymentDeps) =>
  handlers({
    'GET /funds/charges': async ({
      viewer,
      query: { limit, before = null, status = null, method = null },
    }) => {
      const found = await listCharges(ctx.db, {
        profileId: viewer.profileId,
        before,
        status,
        method,
        limit: limit + 1,
      });
      const { page, cursor } = pageOf(found, limit, ({ id }) => id);
      return { data: page.map(presentCharge), cursor };
    },
    'GET /funds/charges/{id}': async ({ viewer, params: { id }, context }) =>
      answerCharge(await ownCharge(ctx, viewer, id), context.locale),
    'GET /funds/challenges/{id}': ({ params: { id }, http }) =>
      returnFromChallenge(ctx, deps, id, http.reply),
    'POST /funds/challenges/{id}': ({ params: { id }, http }) =>
      returnFromChallenge(ctx, deps, id, http.reply),
  });

const webhookHandlers = (ctx: Ctx) => {
  const countRefusal = createRefusalCounter(ctx);
  const receive = async ({
    params: { provider },
    body,
    http,
  }: {
    params: { provider: GatewayName };
    body: unknown;
    http: { request: FastifyRequest };
  }): Promise<{ data: null }> => {
    await receiveNotification(ctx, countRefusal, provider, deliveryOf(http.request, body));
    return { data: null };
  };
  return handlers({
    'POST /funds/webhooks/{provider}': receive,
    'POST /funds/webhooks/{provider}/pix': receive,
    'POST /funds/webhooks/{provider}/rec': receive,
    'POST /funds/webhooks/{provider}/cobr': receive,
  });
};

export const topUpHandlers = (ctx: Ctx, deps: PaymentDeps) => ({
  ...paymentHandlers(ctx, deps),
  ...chargeHandlers(ctx, deps),
  ...webhookHandlers(ctx),
});
