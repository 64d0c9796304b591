// /orders: what a fan asks a producer to make for them, its price, its locked money and its
// delivery.
import { z } from 'zod';
import type { Id } from '../ids.ts';
import {
  MESSAGE_MAX,
  MESSAGE_MEDIAS_MAX,
  ORDER_DAYS_MAX,
  ORDER_NOTE_MAX,
  ORDER_TEXT_MAX,
  ORDERS_PAGE,
  PRICE_MAX_CENTAVOS,
  PRICE_MIN_CENTAVOS,
} from '../limits.ts';
import { route } from '../route.ts';
import { amountSchema, centavosSchema, id, instant, page } from '../wire.ts';
import { attachedMedia, mediaPerformers, mediaSchema } from './media.ts';
import { ORDER_STATUSES } from './orders/statuses.ts';
import { profileSummarySchema } from './profiles.ts';

export { OPEN_ORDER_STATUSES, ORDER_STATUSES, type OrderStatus } from './orders/statuses.ts';
export type OrderId = Id<'order'>;

const price = amountSchema(PRICE_MIN_CENTAVOS, PRICE_MAX_CENTAVOS);

/** An order as one of the two sees it. */
export const orderSchema = z
  .object({
    id: id('order'),
    role: z.enum(['fan', 'producer']).meta({ description: 'what the viewer is in it' }),
    profile: profileSummarySchema.nullable().meta({
      description: 'the other one; null while they are hidden from the viewer, or gone',
    }),
    status: z.enum(ORDER_STATUSES),
    text: z.string().meta({ description: 'what the fan wants; plain text' }),
    maxPrice: centavosSchema.nullable().meta({ description: 'the most that the fan would pay' }),
    price: centavosSchema.nullable().meta({ description: 'null before the offer' }),
    days: z.int().nullable().meta({ description: 'from the payment to the delivery' }),
    note: z.string().meta({ description: "the producer's words with the offer, or on declining" }),
    dueAt: instant
      .nullable()
      .meta({ description: 'when the delivery is due; null before payment' }),
    reviewUntil: instant.nullable().meta({
      description: 'until when the fan may dispute the delivery; then the producer is paid',
    }),
    dispute: z.string().nullable().meta({ description: 'what the fan objects to' }),
    reason: z.string().nullable().meta({
      description: 'why an administrator decided the dispute as they did',
    }),
    actions: z
      .array(z.enum(['offer', 'decline', 'withdraw', 'accept', 'deliver', 'approve', 'dispute']))
      .meta({ description: 'what the viewer may do now' }),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Order' });

const params = z.object({ id: id('order') });
const errors = ['order.notFound', 'order.notPossible'] as const;

export const ordersRoutes = {
  'GET /orders': route({
    id: 'orders.list',
    summary: 'My custom orders, newest first: those I asked for, or those I was asked for',
    auth: 'member',
    query: z.object({
      ...page(ORDERS_PAGE, 50),
      role: z.enum(['fan', 'producer']).optional(),
      open: z.stringbool().optional().meta({ description: 'true: only those that are not ended' }),
    }),
    reply: z.array(orderSchema),
    list: 'offset',
  }),
  'GET /orders/{id}': route({
    id: 'orders.get',
    summary: 'One custom order of mine',
    auth: 'member',
    params,
    reply: orderSchema,
    errors: ['order.notFound'],
  }),
  'POST /orders': route({
    id: 'orders.create',
    summary: 'Asks a producer to make something for me',
    auth: 'member',
    body: z.object({
      profileId: id('profile'),
      text: z.string().trim().min(1).max(ORDER_TEXT_MAX),
      maxPrice: price.optional(),
    }),
    example: {
      profileId: '01890a5d-ac96-774b-bcce-b302099a8057',
      text: 'Um vídeo curto com o pôr do sol da sua varanda',
      maxPrice: 8_000,
    },
    reply: orderSchema,
    idempotency: 'required',
    errors: [
      'profile.notFound',
      'chat.notContact',
      'chat.followersOnly',
      'chat.membersOnly',
      'order.tooMany',
      'order.tooOften',
      'message.blockedWord',
      'chat.tooManyBegun',
    ],
    perMinute: 10,
  }),
  'POST /orders/{id}/offer': route({
    id: 'orders.offer',
    summary: 'Names the price of an order that I was asked for, and the days it takes',
    auth: 'producer',
    params,
    body: z.object({
      price,
      days: z.int().min(1).max(ORDER_DAYS_MAX),
      note: z.string().trim().max(ORDER_NOTE_MAX).default(''),
    }),
    example: { price: 7_500, days: 5, note: 'Faço com prazer.' },
    reply: orderSchema,
    idempotency: 'required',
    errors,
    perMinute: 30,
  }),
  'POST /orders/{id}/decline': route({
    id: 'orders.decline',
    summary: 'Declines an order that I was asked for; what was paid goes back to the fan',
    auth: 'member',
    params,
    body: z.object({ note: z.string().trim().max(ORDER_NOTE_MAX).default('') }),
    example: { note: 'Não faço vídeos externos.' },
    reply: orderSchema,
    idempotency: 'required',
    errors,
    perMinute: 30,
  }),
  'POST /orders/{id}/withdraw': route({
    id: 'orders.withdraw',
    summary: 'Withdraws an order of mine that I have not paid',
    auth: 'member',
    params,
    reply: orderSchema,
    idempotency: 'required',
    errors,
    perMinute: 30,
  }),
  'POST /orders/{id}/accept': route({
    id: 'orders.accept',
    summary:
      'Pays an order at the price that was seen: the money leaves the wallet and is locked until the order ends; repeating it pays nothing',
    auth: 'member',
    params,
    body: z.object({ price: centavosSchema }),
    example: { price: 7_500 },
    reply: z.object({
      transferId: id('transfer'),
      order: orderSchema,
      balance: centavosSchema,
    }),
    idempotency: 'required',
    errors: [
      ...errors,
      'order.priceChanged',
      'wallet.insufficient',
      'spending.dayLimit',
      'spending.monthLimit',
      'fraud.pairAmount',
      'fraud.pairSales',
      'fraud.newPayer',
    ],
    perMinute: 30,
  }),
  'POST /orders/{id}/deliver': route({
    id: 'orders.deliver',
    summary: 'Delivers an order in its conversation, with media that only the fan sees',
    auth: 'producer',
    params,
    body: z.object({
      message: z.string().trim().max(MESSAGE_MAX).default(''),
      performerIds: mediaPerformers,
      medias: z.array(attachedMedia).min(1).max(MESSAGE_MEDIAS_MAX).meta({
        description:
          'in order: media of mine by id, or finished uploads of GET /auth/private-upload/{type}',
      }),
    }),
    example: {
      message: 'Ficou assim!',
      medias: [{ id: '01890a5d-ac96-774b-bcce-b302099a8057' }],
    },
    reply: orderSchema,
    idempotency: 'required',
    errors: [
      ...errors,
      'order.late',
      'media.notFound',
      'media.withheld',
      'performer.notReady',
      'performer.noMessage',
      'performer.noDownload',
      'upload.notFound',
      'upload.typeNotAllowed',
      'upload.tooLarge',
    ],
    perMinute: 30,
  }),
  'POST /orders/{id}/approve': route({
    id: 'orders.approve',
    summary: 'Accepts the delivery of an order of mine: the producer is paid',
    auth: 'member',
    params,
    reply: orderSchema,
    idempotency: 'required',
    errors,
    perMinute: 30,
  }),
  'POST /orders/{id}/dispute': route({
    id: 'orders.dispute',
    summary: 'Disputes the delivery of an order of mine: an administrator decides',
    auth: 'member',
    params,
    body: z.object({ text: z.string().trim().min(1).max(ORDER_TEXT_MAX) }),
    example: { text: 'O vídeo tem cinco segundos; combinamos três minutos.' },
    reply: orderSchema,
    idempotency: 'required',
    errors: [...errors, 'order.late'],
    perMinute: 10,
  }),
  'GET /dsb/orders': route({
    id: 'dsb.orders',
    summary:
      'Disputed orders: those that wait, the longest first, or those that were decided, newest first',
    auth: 'admin',
    right: 'orders.read',
    query: z.object({ ...page(20, 50), decided: z.stringbool().default(false) }),
    reply: z.array(
      z
        .object({
          id: id('order'),
          status: z.enum(ORDER_STATUSES),
          fan: profileSummarySchema.nullable(),
          producer: profileSummarySchema.nullable(),
          text: z.string(),
          note: z.string(),
          price: centavosSchema,
          message: z.string().meta({ description: 'what the producer wrote with the delivery' }),
          medias: z.array(mediaSchema).meta({
            description:
              'what was delivered, unlocked for this administrator while the dispute, or an appeal against its decision, is open; empty otherwise. Each view is recorded',
          }),
          appealed: z.boolean().meta({ description: 'an appeal against the decision is open' }),
          dispute: z.string(),
          disputedAt: instant,
          reason: z.string().nullable(),
        })
        .meta({ id: 'DisputedOrder' }),
    ),
    list: 'offset',
  }),
  'POST /dsb/orders/{id}': route({
    stepUp: true,
    id: 'dsb.decideOrder',
    summary: 'Decides a disputed order, once: the producer is paid, or the fan has the money back',
    auth: 'admin',
    right: 'orders.decide',
    params,
    body: z.object({
      outcome: z.enum(['settle', 'refund']),
      reason: z.string().trim().min(1).max(ORDER_TEXT_MAX).meta({ description: 'both read it' }),
    }),
    example: { outcome: 'refund', reason: 'A entrega não é o que foi combinado.' },
    reply: z.object({ status: z.enum(ORDER_STATUSES) }),
    errors: [...errors, 'decision.own'],
  }),
};
