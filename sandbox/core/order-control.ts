// The tests' remote control of every order book: payers that pay, pay wrongly, pay late, take their
// money back.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type OrderBook, Refusal, refundable } from './orders.ts';

const paySchema = z
  .object({ amountCentavos: z.int().positive().optional(), force: z.boolean().optional() })
  .default({});
type ByReference = { Params: { gateway: string; reference: string } };

/**
 * `POST /__orders/{gateway}/{reference}/pay {amountCentavos?, force?}` and `.../contest` on the
 * newest order of a merchant's reference; `.../refund {amountCentavos?}` returns in the gateway's
 * own panel, `.../carry-out` ends refunds that are under way; `GET /__orders/{gateway}/{reference}`
 * lists them all.
 */
export const orderControl =
  (books: readonly OrderBook[]) =>
  async (app: FastifyInstance): Promise<void> => {
    app.setErrorHandler((error, _request, reply) => {
      if (error instanceof Refusal)
        return reply.code(error.reason === 'unknown' ? 404 : 400).send({ error: error.message });
      if (error instanceof z.ZodError) return reply.code(400).send({ error: error.message });
      throw error;
    });
    const bookOf = (gateway: string): OrderBook => {
      const book = books.find(({ trade }) => trade.gateway === gateway);
      if (!book) throw new Refusal('unknown', `Nenhum gateway ${gateway}.`);
      return book;
    };
    const newestOf = (book: OrderBook, reference: string) => {
      const order = book.of(reference).at(-1);
      if (!order) throw new Refusal('unknown', `Nenhum pedido com a referência ${reference}.`);
      return order;
    };
    app.get<ByReference>(
      '/__orders/:gateway/:reference',
      async ({ params: { gateway, reference } }) => bookOf(gateway).of(reference),
    );
    app.post<ByReference>(
      '/__orders/:gateway/:reference/pay',
      async ({ params: { gateway, reference }, body }, reply) => {
        const book = bookOf(gateway);
        return reply
          .code(201)
          .send(book.pay(newestOf(book, reference).id, paySchema.parse(body ?? undefined)));
      },
    );
    app.post<ByReference>(
      '/__orders/:gateway/:reference/refund',
      async ({ params: { gateway, reference }, body }, reply) => {
        const book = bookOf(gateway);
        const order = newestOf(book, reference);
        const payment = order.payments.at(-1);
        if (!payment) throw new Refusal('notPaid', 'Este pedido ainda não foi pago.');
        const amountCentavos =
          paySchema.parse(body ?? undefined).amountCentavos ?? refundable(payment);
        return reply.code(201).send(
          book.refund(order.id, {
            paymentId: payment.id,
            amountCentavos,
            merchantRef: null,
            contested: false,
          }),
        );
      },
    );
    app.post<ByReference>(
      '/__orders/:gateway/:reference/carry-out',
      async ({ params: { gateway, reference } }) => {
        const book = bookOf(gateway);
        return book.carryOut(newestOf(book, reference).id);
      },
    );
    app.post<ByReference>(
      '/__orders/:gateway/:reference/contest',
      async ({ params: { gateway, reference } }, reply) => {
        const book = bookOf(gateway);
        const order = newestOf(book, reference);
        const payment = order.payments.at(-1);
        if (!payment) throw new Refusal('notPaid', 'Este pedido ainda não foi pago.');
        return reply.code(201).send(
          book.refund(order.id, {
            paymentId: payment.id,
            amountCentavos: refundable(payment),
            merchantRef: null,
            contested: true,
          }),
        );
      },
    );
  };
