// PicPay's e-commerce API at its real paths, as its current document has them: payments, their
// status, refunds, and the callback.
import { randomBytes } from 'node:crypto';
import { fromDecimalText } from '@camarim/contract/money';
import { DAY_MS } from '@camarim/contract/time';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { applyFaults } from '../core/faults.ts';
import {
  createOrderStore,
  type OrderPayment,
  Refusal,
  refundable,
  type Order,
  type OrderStore,
  type SandboxContext,
} from '../core/order-store.ts';
import type { WebhookSender } from '../core/webhooks.ts';

export type PicPayStore = { token: string; sellerToken: string };

export type PicPayOrder = {
  callbackUrl: string;
  returnUrl: string | null;
  buyer: object;
  value: string;
};

const ROOT = '/ecommerce/public/payments';

const paymentSchema = z.object({
  referenceId: z.string().min(1).max(100),
  callbackUrl: z.url(),
  returnUrl: z.url().nullish(),
  /** Reais, as a JSON number. */
  value: z.number().positive().max(99_999_999_999),
  expiresAt: z.iso.datetime({ offset: true }).nullish(),
  buyer: z.object({
    firstName: z.string().min(1).optional(),
    lastName: z.string().min(1).optional(),
    document: z.string().regex(/^(\d{11}|\d{3}\.\d{3}\.\d{3}-\d{2})$/),
    email: z.email().optional(),
    phone: z.string().optional(),
  }),
});
/**
 * Without `authorizationId` it withdraws what was not paid; without `amount` it returns the rest.
 */
const refundSchema = z.object({
  authorizationId: z.string().optional(),
  amount: z.number().positive('O valor do cancelamento é menor que 0.').optional(),
});
/** Lifetime of an order without an expiry of its own. */
const DEFAULT_LIFE_MS = DAY_MS;

export const createPicPayOrders = (
  context: SandboxContext,
  webhooks: WebhookSender,
  store: PicPayStore,
): OrderStore<PicPayOrder> =>
  createOrderStore<PicPayOrder>(context, {
    gateway: 'picpay',
    title: 'PicPay',
    authorizesFirst: false,
    newId: () => randomBytes(12).toString('hex'),
    // The body is the same for every change: it only says that the status has to be queried.
    notify: (order) =>
      webhooks.enqueue(
        order.details.callbackUrl,
        { referenceId: order.reference, ...authorization(order) },
        { headers: { 'x-seller-token': store.sellerToken } },
      ),
  });

const authorization = ({ payments }: Order): { authorizationId?: string } =>
  payments[0] ? { authorizationId: payments[0].id } : {};

const statusOf = (orders: OrderStore<PicPayOrder>, order: Order<PicPayOrder>): string => {
  const [payment] = order.payments;
  const returned = payment?.refunds.filter(({ fails }) => !fails) ?? [];
  if (returned.some(({ contested }) => contested)) return 'chargeback';
  if (payment) return refundable(payment) === 0 ? 'refunded' : 'paid';
  return order.canceledAt || orders.isExpired(order) ? 'expired' : 'created';
};

const reais = (amountCentavos: number): number => amountCentavos / 100;

/** The paid and the refunded amount of an order. */
const summaryOf = (payment: OrderPayment | undefined) => ({
  authorized: reais(payment?.amountCentavos ?? 0),
  paid: reais(payment?.amountCentavos ?? 0),
  refunded: reais(payment ? payment.amountCentavos - refundable(payment) : 0),
});

const TOTALLY_CANCELED = 'O pagamento já foi totalmente cancelado.';

/** Error replies and the token of the API. */
const guardApi = (app: FastifyInstance, store: PicPayStore): void => {
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof Refusal) return reply.code(422).send({ message: error.message });
    if (error instanceof z.ZodError)
      return reply.code(422).send({
        message: 'Dados inválidos',
        errors: error.issues.map(({ path, message }) => ({ field: path.join('.'), message })),
      });
    throw error;
  });
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers['x-picpay-token'] !== store.token)
      await reply.code(401).send({ message: 'Token inválido' });
  });
};

/** Withdraws an unpaid order; refunds a paid one. */
const refundOrCancel = (
  orders: OrderStore<PicPayOrder>,
  order: Order<PicPayOrder>,
  authorizationId: string | undefined,
  amount: number | undefined,
): void => {
  const [payment] = order.payments;
  if (!payment) {
    if (order.canceledAt) throw new Refusal('canceled', TOTALLY_CANCELED);
    orders.cancel(order.id);
  } else {
    if (authorizationId !== payment.id)
      throw new Refusal('notPaid', 'O authorizationId não corresponde ao pagamento.');
    const left = refundable(payment);
    if (left === 0) throw new Refusal('canceled', TOTALLY_CANCELED);
    const amountCentavos = amount === undefined ? left : fromDecimalText(amount.toFixed(2));
    if (amountCentavos > left)
      throw new Refusal(
        'tooMuch',
        'O valor do cancelamento, é maior que o valor total do pagamento.',
      );
    orders.refund(order.id, {
      paymentId: payment.id,
      amountCentavos,
      merchantRef: null,
      contested: false,
    });
  }
};

/** A Fastify plugin of its own scope. */
export const picpayRoutes =
  (context: SandboxContext, orders: OrderStore<PicPayOrder>, store: PicPayStore) =>
  async (app: FastifyInstance): Promise<void> => {
    applyFaults(app, context.faults);
    guardApi(app, store);
    const newestOf = (reference: string): Order<PicPayOrder> => {
      const order = orders.listByReference(reference).at(-1);
      if (!order) throw new Refusal('unknown', 'Pedido não encontrado.');
      return order;
    };

    app.post(ROOT, async (request) => {
      const {
        referenceId,
        callbackUrl,
        returnUrl,
        value,
        expiresAt: endsAt,
        buyer,
      } = paymentSchema.parse(request.body);
      const expiresAt =
        endsAt ?? new Date(context.clock.now().getTime() + DEFAULT_LIFE_MS).toISOString();
      const text = value.toFixed(2);
      const [known] = orders.listByReference(referenceId);
      if (known && (known.details.value !== text || known.payments.length > 0 || known.canceledAt))
        throw new Refusal('paid', 'Já existe um pedido com este referenceId.');
      const order =
        known ??
        orders.add({
          reference: referenceId,
          amountCentavos: fromDecimalText(text),
          expiresAt,
          details: { callbackUrl, returnUrl: returnUrl ?? null, buyer, value: text },
        });
      const paymentUrl = `${app.listeningOrigin}/pagar/picpay/${order.id}`;
      return {
        referenceId,
        paymentUrl,
        expiresAt: order.expiresAt,
        qrcode: { content: paymentUrl, base64: '' },
      };
    });
    app.get<{ Params: { reference: string } }>(`${ROOT}/:reference/status`, async ({ params }) => {
      const order = newestOf(params.reference);
      return {
        ...authorization(order),
        referenceId: order.reference,
        status: statusOf(orders, order),
        summary: summaryOf(order.payments[0]),
      };
    });
    app.post<{ Params: { reference: string } }>(
      `${ROOT}/:reference/refunds`,
      async ({ params, body }, reply) => {
        const { authorizationId, amount } = refundSchema.parse(body ?? {});
        const order = newestOf(params.reference);
        refundOrCancel(orders, order, authorizationId, amount);
        const summary = summaryOf(orders.find(order.id).payments[0]);
        return reply
          .code(201)
          .send({ id: randomBytes(12).toString('hex'), referenceId: order.reference, summary });
      },
    );
  };
