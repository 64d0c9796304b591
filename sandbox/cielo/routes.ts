// Cielo E-commerce 3.0 at its real paths: boletos and cards (POST /1/sales), and the queries of its
// other host (GET /1/sales).
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { applyFaults } from '../core/faults.ts';
import { type Order, Refusal, type OrderStore, type SandboxContext } from '../core/order-store.ts';
import {
  cardRoutes,
  type CardSale,
  cardSaleReply,
  screeningControl,
  sellByCard,
} from './card-sales.ts';
import { type CieloMpiClient, mpiRoutes } from './mpi.ts';
import { endOfDay, issueBoleto, saleReply, setNotificationUrl, type Boleto } from './boletos.ts';

export type CieloMerchant = { merchantId: string; merchantKey: string; mpi: CieloMpiClient };

const MAX_CENTAVOS = 9_999_999_999;

// Manual of Cielo, "Boleto", table of the request: each of these is mandatory.
const line = z.string().min(1).max(255);
const addressSchema = z
  .object({
    Street: line,
    Number: line,
    District: line,
    City: line,
    State: z.string().length(2),
    ZipCode: z.string().regex(/^\d{5}-?\d{3}$/),
  })
  .loose();

const saleSchema = z.object({
  MerchantOrderId: z.string().regex(/^[A-Za-z0-9]{1,50}$/),
  Customer: z
    .object({
      Name: z.string().min(1).max(34),
      Identity: z.string().regex(/^[0-9A-Z]{10,14}$/),
      Address: addressSchema,
    })
    .loose(),
  Payment: z.object({
    Type: z.literal('Boleto'),
    Amount: z.int().min(1).max(MAX_CENTAVOS),
    Provider: z.string().min(1),
    ExpirationDate: z.iso.date(),
    Instructions: z.string().max(255).optional(),
  }),
});

const typeOf = (body: unknown): unknown =>
  (body as { Payment?: { Type?: unknown } } | null)?.Payment?.Type;

/** Error replies and credentials of the API. */
const guardApi = (api: FastifyInstance, merchant: CieloMerchant): void => {
  api.setErrorHandler((error, _request, reply) => {
    if (error instanceof Refusal)
      return reply
        .code(error.reason === 'unknown' ? 404 : 400)
        .send([{ Code: error.reason === 'unknown' ? 307 : 308, Message: error.message }]);
    if (error instanceof z.ZodError)
      return reply.code(400).send(
        error.issues.map(({ path, message }) => ({
          Code: 100,
          Message: `${path.join('.')}: ${message}`,
        })),
      );
    throw error;
  });
  api.addHook('onRequest', async (request, reply) => {
    const { merchantid, merchantkey } = request.headers;
    if (merchantid !== merchant.merchantId || merchantkey !== merchant.merchantKey)
      await reply.code(401).send([{ Code: 132, Message: 'Invalid MerchantKey' }]);
  });
};

/** Queries by reference and by id, of boletos and cards. */
const queryRoutes = (
  api: FastifyInstance,
  orders: OrderStore<Boleto>,
  cards: OrderStore<CardSale>,
  pagesUrl: () => string,
): void => {
  api.get<{ Querystring: { merchantOrderId?: string } }>('/1/sales', async (request) => {
    const reference = request.query.merchantOrderId ?? '';
    const found: Order[] = [
      ...orders.listByReference(reference),
      ...cards.listByReference(reference),
    ];
    if (found.length === 0) throw new Refusal('unknown', 'Transaction not found');
    // "ReceveidDate" is how the protocol spells it.
    return {
      ReasonCode: 0,
      ReasonMessage: 'Successful',
      Payments: found.map(({ id, createdAt }) => ({
        PaymentId: id,
        ReceveidDate: createdAt.slice(0, 23),
      })),
    };
  });
  api.get<{ Params: { id: string } }>('/1/sales/:id', async ({ params: { id } }) => {
    const sold = cards.has(id);
    return sold ? cardSaleReply(cards.find(id)) : saleReply(orders.find(id), pagesUrl());
  });
};

/**
 * A Fastify plugin of its own scope. `PUT /__cielo/notification {url}` stands for the form on
 * Cielo's site.
 */
export const cieloRoutes =
  (
    context: SandboxContext,
    orders: OrderStore<Boleto>,
    cards: OrderStore<CardSale>,
    merchant: CieloMerchant,
  ) =>
  async (app: FastifyInstance): Promise<void> => {
    const pagesUrl = (): string => app.listeningOrigin;
    app.put<{ Body: { url: string } }>('/__cielo/notification', async (request, reply) => {
      setNotificationUrl(context, z.url().parse(request.body.url));
      return reply.code(204).send();
    });

    screeningControl(app, cards);
    await app.register(mpiRoutes(context, merchant.mpi));

    await app.register(async (api) => {
      applyFaults(api, context.faults);
      guardApi(api, merchant);
      // As at the real gateway, a repeated MerchantOrderId creates another boleto.
      api.post('/1/sales', async (request, reply) => {
        if (typeOf(request.body) === 'CreditCard')
          return reply.code(201).send(cardSaleReply(sellByCard(context, cards, request.body)));
        const { MerchantOrderId, Customer, Payment } = saleSchema.parse(request.body);
        const boleto = issueBoleto(
          {
            customer: Customer,
            provider: Payment.Provider,
            dueDate: Payment.ExpirationDate,
            instructions: Payment.Instructions ?? null,
          },
          Payment.Amount,
        );
        const order = orders.add({
          reference: MerchantOrderId,
          amountCentavos: Payment.Amount,
          expiresAt: endOfDay(boleto.dueDate),
          details: boleto,
        });
        return reply.code(201).send(saleReply(order, pagesUrl()));
      });
      cardRoutes(api, context, cards);
      queryRoutes(api, orders, cards, pagesUrl);
    });
  };
