// The acquirer's statement of sales at its real path: the sales of a period, in reais, by page.
import { HOUR_MS } from '@camarim/contract/time';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Order, OrderStore } from '../core/order-store.ts';

const querySchema = z.object({
  parentCompanyNumber: z.string().min(1),
  subsidiaries: z.string().min(1),
  startDate: z.iso.date(),
  endDate: z.iso.date(),
  size: z.coerce.number().int().min(1).max(100).default(25),
  pageKey: z.coerce.number().int().min(0).default(0),
});

/** The protocol's days and hours are São Paulo's. */
export const localOf = (iso: string): { date: string; time: string } => {
  const local = new Date(Date.parse(iso) - 3 * HOUR_MS).toISOString();
  return { date: local.slice(0, 10), time: local.slice(11, 19) };
};

const saleOf = (order: Order, at: string) => {
  const { date, time } = localOf(at);
  const returned = order.payments.flatMap(({ refunds }) => refunds).filter(({ fails }) => !fails);
  const amount = order.amountCentavos / 100;
  const canceled =
    returned.reduce((sum, { amountCentavos }) => sum + amountCentavos, 0) >= order.amountCentavos;
  return {
    status: canceled ? 'CANCELED' : 'APPROVED',
    tid: order.id,
    nsu: Number(order.id.slice(-9)),
    amount,
    netAmount: amount,
    mdrAmount: 0,
    brandCode: 1,
    installmentQuantity: 1,
    captureType: 'ECOMMERCE',
    saleDate: date,
    saleHour: time,
    movementDate: date,
    modality: { type: 'CREDIT', code: 1, product: 'NO_INSTALLMENTS', productCode: 1 },
    tracking: [
      { date, status: 'APPROVED', amount },
      ...returned.map(({ at: when, amountCentavos }) => ({
        date: localOf(when).date,
        status: 'CANCELED',
        amount: amountCentavos / 100,
      })),
    ],
  };
};

/** `GET /redelabs/merchant-statement/v1/sales`. */
export const statementRoutes = (app: FastifyInstance, orders: OrderStore<unknown>): void => {
  app.get('/redelabs/merchant-statement/v1/sales', async (request) => {
    const { startDate, endDate, size, pageKey } = querySchema.parse(request.query);
    const all = orders
      .newest(100_000)
      .flatMap((order) => order.payments.slice(0, 1).map(({ at }) => saleOf(order, at)))
      .filter(({ saleDate }) => saleDate >= startDate && saleDate <= endDate)
      .sort((a, b) =>
        `${a.saleDate}${a.saleHour}${a.tid}`.localeCompare(`${b.saleDate}${b.saleHour}${b.tid}`),
      );
    const end = (pageKey + 1) * size;
    return {
      content: { transactions: all.slice(pageKey * size, end) },
      cursor: {
        hasNextKey: end < all.length,
        ...(end < all.length && { nextKey: String(pageKey + 1) }),
      },
    };
  });
};
