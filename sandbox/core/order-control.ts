// Control API of every order store for tests: payments, wrong amounts, late payments, disputes.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type OrderRefund, type OrderStore, Refusal, refundable } from './order-store.ts';

const paySchema = z
  .object({ amountCentavos: z.int().positive().optional(), force: z.boolean().optional() })
  .default({});
type ByReference = { Params: { gateway: string; reference: string } };

/**
 * `POST /__orders/{gateway}/{reference}/pay {amountCentavos?, force?}` and `.../contest` (a
 * dispute) on the newest order of a merchant's reference; `.../refund {amountCentavos?}` refunds in
 * the gateway's own panel, `.../carry-out` completes refunds that are in progress; `GET
 * /__orders/{gateway}/{reference}` lists the orders.
 */
export const orderControl =
  (orderStores: readonly OrderStore[]) =>
  async (app: FastifyInstance): Promise<void> => {
    app.setErrorHandler((error, _request, reply) => {
      if (error instanceof Refusal)
        return reply.code(error.reason === 'unknown' ? 404 : 400).send({ error: error.message });
      if (error instanceof z.ZodError) return reply.code(400).send({ error: error.message });
      throw error;
    });
    const ordersOf = (gateway: string): OrderStore => {
      const orders = orderStores.find(({ definition }) => definition.gateway === gateway);
      if (!orders) throw new Refusal('unknown', `Nenhum gateway ${gateway}.`);
      return orders;
    };
    const refundNewest = (
      { gateway, reference }: ByReference['Params'],
      { amountCentavos, contested }: { amountCentavos?: number | undefined; contested: boolean },
    ): OrderRefund => {
      const orders = ordersOf(gateway);
      const order = newestOf(orders, reference);
      const payment = order.payments.at(-1);
      if (!payment) throw new Refusal('notPaid', 'Este pedido ainda não foi pago.');
      return orders.refund(order.id, {
        paymentId: payment.id,
        amountCentavos: amountCentavos ?? refundable(payment),
        merchantRef: null,
        contested,
      });
    };
    const newestOf = (orders: OrderStore, reference: string) => {
      const order = orders.listByReference(reference).at(-1);
      if (!order) throw new Refusal('unknown', `Nenhum pedido com a referência ${reference}.`);
      return order;
    };
    app.get<ByReference>(
      '/__orders/:gateway/:reference',
      async ({ params: { gateway, reference } }) => ordersOf(gateway).listByReference(reference),
    );
    app.post<ByReference>(
      '/__orders/:gateway/:reference/pay',
      async ({ params: { gateway, reference }, body }, reply) => {
        const orders = ordersOf(gateway);
        return reply
          .code(201)
          .send(orders.pay(newestOf(orders, reference).id, paySchema.parse(body ?? undefined)));
      },
    );
    app.post<ByReference>(
      '/__orders/:gateway/:reference/refund',
      async ({ params, body }, reply) => {
        const { amountCentavos } = paySchema.parse(body ?? undefined);
        return reply.code(201).send(refundNewest(params, { amountCentavos, contested: false }));
      },
    );
    app.post<ByReference>(
      '/__orders/:gateway/:reference/carry-out',
      async ({ params: { gateway, reference } }) => {
        const orders = ordersOf(gateway);
        return orders.completeRefunds(newestOf(orders, reference).id);
      },
    );
    app.post<ByReference>('/__orders/:gateway/:reference/contest', async ({ params }, reply) =>
      reply.code(201).send(refundNewest(params, { contested: true })),
    );
  };
