// Routes of /orders and /dsb/orders.
import { handlers } from '../../platform/http/mount.ts';
import type { RequestContext, Viewer } from '../../platform/http/viewer.ts';
import type { Ctx } from '../../context.ts';
import { declineOrder, makeOffer, requestOrder, withdrawOrder } from './request-order.ts';
import { decideOrder } from './decide-order.ts';
import { approveDelivery, disputeDelivery, sendDelivery } from './deliver.ts';
import { payOrder } from './pay-order.ts';
import { canAct, canAsk, canDecideOrder, canReviewOrders } from './policy.ts';
import { viewDisputes } from './view-disputes.ts';
import { type Reader, viewOrder, viewOrders } from './view-orders.ts';

const readerOf = (viewer: Viewer, { adult }: RequestContext): Reader => ({ viewer, adult });

const fanHandlers = (ctx: Ctx) =>
  handlers({
    'POST /orders': async ({ body, viewer, context }) => {
      const pair = await canAsk(ctx, viewer, body.profileId);
      const id = await requestOrder(ctx, pair, body, context.idempotencyKey);
      return { data: await viewOrder(ctx, id, readerOf(viewer, context)) };
    },
    'POST /orders/{id}/withdraw': async ({ params: { id }, viewer, context }) => {
      const act = await canAct(ctx, viewer, id, 'withdraw', 'fan');
      await withdrawOrder(ctx, act, context.idempotencyKey);
      return { data: await viewOrder(ctx, id, readerOf(viewer, context)) };
    },
    'POST /orders/{id}/accept': async ({ params: { id }, body, viewer, context }) => {
      const act = await canAct(ctx, viewer, id, 'accept', 'fan');
      const key = context.idempotencyKey;
      const payment = await payOrder(ctx, act, { price: body.price, key });
      return {
        data: { ...payment, order: await viewOrder(ctx, id, readerOf(viewer, context)) },
      };
    },
    'POST /orders/{id}/approve': async ({ params: { id }, viewer, context }) => {
      const act = await canAct(ctx, viewer, id, 'approve', 'fan');
      await approveDelivery(ctx, act, context.idempotencyKey);
      return { data: await viewOrder(ctx, id, readerOf(viewer, context)) };
    },
    'POST /orders/{id}/dispute': async ({ params: { id }, body, viewer, context }) => {
      const act = await canAct(ctx, viewer, id, 'dispute', 'fan');
      await disputeDelivery(ctx, act, body.text, context.idempotencyKey);
      return { data: await viewOrder(ctx, id, readerOf(viewer, context)) };
    },
  });

const producerHandlers = (ctx: Ctx) =>
  handlers({
    'POST /orders/{id}/offer': async ({ params: { id }, body, viewer, context }) => {
      const act = await canAct(ctx, viewer, id, 'offer', 'producer');
      await makeOffer(ctx, act, body, context.idempotencyKey);
      return { data: await viewOrder(ctx, id, readerOf(viewer, context)) };
    },
    'POST /orders/{id}/decline': async ({ params: { id }, body, viewer, context }) => {
      const act = await canAct(ctx, viewer, id, 'decline', 'producer');
      await declineOrder(ctx, act, body.note, context.idempotencyKey);
      return { data: await viewOrder(ctx, id, readerOf(viewer, context)) };
    },
    'POST /orders/{id}/deliver': async ({ params: { id }, body, viewer, context }) => {
      const act = await canAct(ctx, viewer, id, 'deliver', 'producer');
      await sendDelivery(ctx, act, body, context.idempotencyKey);
      return { data: await viewOrder(ctx, id, readerOf(viewer, context)) };
    },
  });

export const ordersHandlers = (ctx: Ctx) => ({
  ...fanHandlers(ctx),
  ...producerHandlers(ctx),
  ...handlers({
    'GET /orders': async ({ query, viewer, context }) => ({
      data: await viewOrders(ctx, readerOf(viewer, context), query),
      limit: query.limit,
      offset: query.offset,
    }),
    'GET /orders/{id}': async ({ params: { id }, viewer, context }) => ({
      data: await viewOrder(ctx, id, readerOf(viewer, context)),
    }),
    'GET /dsb/orders': async ({ query, viewer, context }) => ({
      data: await viewDisputes(ctx, canReviewOrders(viewer), query, context.locale),
      limit: query.limit,
      offset: query.offset,
    }),
    'POST /dsb/orders/{id}': async ({ params, body, viewer }) => ({
      data: {
        status: await decideOrder(ctx, await canDecideOrder(ctx, viewer, params.id), body),
      },
    }),
  }),
});
