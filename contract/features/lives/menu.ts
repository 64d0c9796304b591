// The tip menu of a producer's shows: items with a price. Buying one is a tip with the item (POST
// /funds/tips); the performer marks it done.
import { z } from 'zod';
import type { Id } from '../../ids.ts';
import { TIP_MAX_CENTAVOS, TIP_MIN_CENTAVOS } from '../../limits.ts';
import { route } from '../../route.ts';
import { amountSchema, centavosSchema, id, instant } from '../../wire.ts';
import { profileSummarySchema } from '../profiles.ts';
import { MENU_ITEMS_MAX, MENU_LABEL_MAX, MENU_PURCHASES_PAGE } from './room-limits.ts';

export type MenuItemId = Id<'menuItem'>;

export const menuItemSchema = z
  .object({ id: id('menuItem'), label: z.string(), price: centavosSchema })
  .meta({ id: 'MenuItem' });

const menu = z.array(menuItemSchema).max(MENU_ITEMS_MAX);

const purchaseSchema = z
  .object({
    id: id('liveMessage').meta({ description: 'of the message in the chat that tells of it' }),
    item: z
      .object({ id: id('menuItem'), label: z.string() })
      .meta({ description: 'as it was when it was bought' }),
    value: centavosSchema,
    message: z.string(),
    profile: profileSummarySchema.nullable().meta({ description: 'null: hidden from me' }),
    createdAt: instant,
    doneAt: instant.nullable(),
  })
  .meta({ id: 'MenuPurchase' });

const body = z.object({
  label: z.string().trim().min(1).max(MENU_LABEL_MAX),
  price: amountSchema(TIP_MIN_CENTAVOS, TIP_MAX_CENTAVOS),
});
const example = { label: 'Mandar um beijo', price: 1_500 };
const params = z.object({ itemId: id('menuItem') });

export const liveMenuRoutes = {
  'GET /lives/room/menu': route({
    id: 'lives.menu',
    summary: 'The tip menu of my shows, in its order',
    auth: 'producer',
    reply: menu,
  }),
  'POST /lives/room/menu': route({
    id: 'lives.addMenuItem',
    summary: `Adds an item at the end of my tip menu, which has at most ${MENU_ITEMS_MAX}; the room of my show gets the new menu`,
    auth: 'producer',
    body,
    example,
    reply: menuItemSchema,
    idempotency: 'accepted',
    errors: ['live.tooManyItems'],
    perMinute: 60,
  }),
  'PUT /lives/room/menu': route({
    id: 'lives.orderMenu',
    summary: 'Puts my tip menu into this order; items that are left out come after the others',
    auth: 'producer',
    body: z.object({ itemIds: z.array(id('menuItem')).max(MENU_ITEMS_MAX) }),
    reply: menu,
    perMinute: 60,
  }),
  'PUT /lives/room/menu/{itemId}': route({
    id: 'lives.editMenuItem',
    summary: 'Changes an item of my tip menu; what was bought keeps its label and price',
    auth: 'producer',
    params,
    body,
    example,
    reply: menuItemSchema,
    errors: ['live.itemNotFound'],
    perMinute: 60,
  }),
  'DELETE /lives/room/menu/{itemId}': route({
    id: 'lives.deleteMenuItem',
    summary: 'Takes an item off my tip menu; repeating it changes nothing',
    auth: 'producer',
    params,
    reply: z.null(),
    errors: ['live.itemNotFound'],
    perMinute: 60,
  }),
  'GET /lives/{id}/menu-purchases': route({
    id: 'lives.menuPurchases',
    summary: 'What was bought from the menu in a show of mine: open ones, the oldest first, or all',
    auth: 'producer',
    params: z.object({ id: id('live') }),
    query: z.object({
      open: z.stringbool().default(true).meta({ description: 'without those that are done' }),
      limit: z.coerce.number().int().min(1).max(100).default(MENU_PURCHASES_PAGE),
      after: z.string().max(200).optional().meta({ description: 'cursor of the previous page' }),
    }),
    reply: z.array(purchaseSchema),
    list: 'cursor',
    errors: ['live.notFound'],
  }),
  'PUT /lives/{id}/menu-purchases/{messageId}': route({
    id: 'lives.setMenuPurchase',
    summary: 'Marks an item that was bought in a show of mine as done, or as open again',
    auth: 'producer',
    params: z.object({ id: id('live'), messageId: id('liveMessage') }),
    body: z.object({ done: z.boolean() }),
    example: { done: true },
    reply: z.object({ id: id('liveMessage'), doneAt: instant.nullable() }),
    errors: ['live.notFound', 'live.messageNotFound'],
    perMinute: 120,
  }),
};
