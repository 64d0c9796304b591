// PicPay's e-commerce API at its real paths: payments, their status, cancellations, and the callback.
import { randomBytes } from 'node:crypto';
import { decimalText, centavos, fromDecimalText } from '@camarim/contract/money';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { applyFaults } from '../core/faults.ts';
import { openBook, Refusal, type Order, type OrderBook, type Tools } from '../core/orders.ts';
import type { WebhookSender } from '../core/webhooks.ts';

export type PicPayStore = { token: string; sellerToken: string };

export type PicPayOrder = { callbackUrl: string; returnUrl: string | null; buyer: object; value: string };

const ROOT = '/ecommerce/public/payments';

const paymentSchema = z.object({
  referenceId: z.string().min(1).max(100),
  callbackUrl: z.url(),
  returnUrl: z.url().optional(),
  /** Reais, as a JSON number. */
  value: z.number().positive().max(99_999_999_999),
  expiresAt: z.iso.datetime({ offset: true }),
  buyer: z.object({ firstName: z.string().min(1), lastName: z.string().min(1), document: z.string().regex(/^\d{3}\.\d{3}\.\d{3}-\d{2}$/), email: z.email().optional(), phone: z.string().optional() }),
});

export const openPicPay = (tools: Tools, webhooks: WebhookSender, store: PicPayStore): OrderBook<PicPayOrder> =>
  openBook<PicPayOrder>(tools, {
    gateway: 'picpay',
    title: 'PicPay',
    agrees: false,
    newId: () => randomBytes(12).toString('hex'),
    // The same bytes whatever changed: it says only that the status is worth asking for.
    tell: (order) => webhooks.enqueue(order.details.callbackUrl, { referenceId: order.reference, ...authorization(order) }, { headers: { 'x-seller-token': store.sellerToken } }),
  });

const authorization = ({ payments }: Order): { authorizationId?: string } => (payments[0] ? { authorizationId: payments[0].id } : {});

const statusOf = (book: OrderBook<PicPayOrder>, order: Order<PicPayOrder>): string => {
  const [payment] = order.payments;
  const returned = payment?.refunds.filter(({ fails }) => !fails) ?? [];
  if (returned.some(({ contested }) => contested)) return 'chargeback';
  if (returned.length > 0) return 'refunded';
  if (payment) return 'paid';
  if (order.canceledAt) return 'refunded';
  return book.isExpired(order) ? 'expired' : 'created';
};

/** A Fastify plugin of its own scope. */
export const picpayRoutes = (tools: Tools, book: OrderBook<PicPayOrder>, store: PicPayStore) => async (app: FastifyInstance): Promise<void> => {
  applyFaults(app, tools.faults);
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof Refusal) return reply.code(error.reason === 'unknown' ? 404 : 422).send({ message: error.message });
    if (error instanceof z.ZodError) return reply.code(422).send({ message: 'Dados inválidos', errors: error.issues.map(({ path, message }) => ({ field: path.join('.'), message })) });
    throw error;
  });
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers['x-picpay-token'] !== store.token) await reply.code(401).send({ message: 'Token inválido' });
  });
  const newestOf = (reference: string): Order<PicPayOrder> => {
    const order = book.of(reference).at(-1);
    if (!order) throw new Refusal('unknown', 'Pedido não encontrado.');
    return order;
  };

  app.post(ROOT, async (request) => {
    const { referenceId, callbackUrl, returnUrl = null, value, expiresAt, buyer } = paymentSchema.parse(request.body);
    const text = value.toFixed(2);
    const [known] = book.of(referenceId);
    if (known && (known.details.value !== text || known.payments.length > 0 || known.canceledAt)) throw new Refusal('paid', 'Já existe um pedido com este referenceId.');
    const order = known ?? book.add({ reference: referenceId, amountCentavos: fromDecimalText(text), expiresAt, details: { callbackUrl, returnUrl, buyer, value: text } });
    const paymentUrl = `${app.listeningOrigin}/pagar/picpay/${order.id}`;
    return { referenceId, paymentUrl, expiresAt: order.expiresAt, qrcode: { content: paymentUrl, base64: '' } };
  });
  app.get<{ Params: { reference: string } }>(`${ROOT}/:reference/status`, async ({ params }) => {
    const order = newestOf(params.reference);
    return { ...authorization(order), referenceId: order.reference, status: statusOf(book, order) };
  });
  // Withdraws what nobody paid, and gives back all of what somebody did.
  app.post<{ Params: { reference: string } }>(`${ROOT}/:reference/cancellations`, async ({ params }) => {
    const order = newestOf(params.reference);
    const [payment] = order.payments;
    if (!payment) book.cancel(order.id);
    else book.refund(order.id, { paymentId: payment.id, amountCentavos: centavos(payment.amountCentavos), merchantRef: null, contested: false });
    return { referenceId: order.reference, cancellationId: randomBytes(12).toString('hex'), value: decimalText(centavos(order.amountCentavos)) };
  });
};
