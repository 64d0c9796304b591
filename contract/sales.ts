// What fans buy: one entry per kind of sale. The ledger, statements, earnings, spending limits,
// notifications and the wallet dialog follow this table; what a kind does in the server and on the
// screen is in tables that TypeScript requires to have the same keys.
import { z } from 'zod';
import {
  COLLECTION_POSTS_MAX,
  MESSAGE_MAX,
  PROMOTION_MONTHS_MAX,
  TIP_MESSAGE_MAX,
} from './limits.ts';
import { LIVE_WATCHER_ROLES } from './features/lives/charges.ts';
import { SHOW_TYPES } from './shows.ts';
import { centavosSchema, id, instant } from './wire.ts';

type SaleEntry = {
  /**
   * The purchase to repeat after a top-up: `value` is its price in centavos, `label` the producer's
   * name.
   */
  intent: z.ZodObject<{
    kind: z.ZodLiteral<string>;
    value: typeof centavosSchema;
    label: z.ZodString;
  }>;
  /** Type of the producer's notification. */
  notification: string;
  /** Type of the transfer's reference in the ledger -> kind of item in the earnings report. */
  earningsItems: Record<string, string>;
};

const label = z.string().max(120);

/** What a fan writes with a tip: plain text. */
export const tipMessage = z.string().trim().max(TIP_MESSAGE_MAX);

/** What people write to each other: plain text. */
const messageText = z.string().trim().max(MESSAGE_MAX);

/** The version of what a message sells, as the buyer saw it. */
export const messageVersion = z.int().min(1).meta({
  description: 'of its paidContent, as the person saw it; another one is refused',
});

/** The price of a free trial is 0, which says nothing of what follows. */
export const seenTrial = z.object({ days: z.int().min(1), price: centavosSchema }).meta({
  description:
    'of a free trial, which is refused without it: its days and the price of a month after it, as the person saw them',
});

/** The price of the first month says nothing of how many have it, and of those after them. */
export const seenPromotion = z
  .object({ months: z.int().min(1).max(PROMOTION_MONTHS_MAX), price: centavosSchema })
  .meta({
    description:
      'of a discount: its months and the price of a month after them, as the person saw them; refused when they are others by now, and one of several months also without it',
  });

/** Kind of sale, which is the kind of its ledger movement, too -> what all sides know of it. */
export const SALES = {
  tip: {
    intent: z.object({
      kind: z.literal('tip'),
      toProfileId: id('profile').optional(),
      postId: id('post').optional(),
      goalId: id('goal').optional(),
      liveId: id('live').optional(),
      itemId: id('menuItem').optional(),
      value: centavosSchema,
      message: tipMessage.optional(),
      label,
    }),
    notification: 'tip',
    earningsItems: { post: 'post', goal: 'goal', live: 'show', profile: 'profile' },
  },
  purchase: {
    intent: z.object({
      kind: z.literal('purchase'),
      postId: id('post'),
      value: centavosSchema,
      label,
    }),
    notification: 'purchase',
    earningsItems: { post: 'post' },
  },
  collection: {
    intent: z.object({
      kind: z.literal('collection'),
      collectionId: id('collection'),
      postIds: z.array(id('post')).min(1).max(COLLECTION_POSTS_MAX),
      value: centavosSchema,
      label,
    }),
    notification: 'collection',
    earningsItems: { collection: 'collection' },
  },
  message: {
    intent: z.object({
      kind: z.literal('message'),
      profileId: id('profile'),
      message: messageText,
      replyTo: id('message').optional(),
      value: centavosSchema,
      label,
    }),
    notification: 'message',
    earningsItems: { message: 'message' },
  },
  paidMessage: {
    intent: z.object({
      kind: z.literal('paidMessage'),
      messageId: id('message'),
      version: messageVersion,
      value: centavosSchema,
      label,
    }),
    notification: 'paidMessage',
    earningsItems: { messageContent: 'paidMessage' },
  },
  order: {
    intent: z.object({
      kind: z.literal('order'),
      orderId: id('order'),
      value: centavosSchema,
      label,
    }),
    notification: 'order',
    earningsItems: { order: 'order' },
  },
  show: {
    intent: z.object({
      kind: z.literal('show'),
      profileId: id('profile').meta({ description: 'the producer' }),
      type: z.enum(SHOW_TYPES),
      liveId: id('live').optional().meta({ description: 'the show to enter; without it, to call' }),
      role: z.enum(LIVE_WATCHER_ROLES).optional(),
      price: centavosSchema.meta({ description: 'of a minute, or of the ticket' }),
      spyPrice: centavosSchema.nullish(),
      value: centavosSchema,
      label,
    }),
    notification: 'show',
    earningsItems: { live: 'show' },
  },
  subscription: {
    intent: z.object({
      kind: z.literal('subscription'),
      profileId: id('profile'),
      bundleId: id('bundle').optional(),
      promotionId: id('promotion').optional(),
      discountCode: z.string().max(30).optional(),
      trial: seenTrial.optional(),
      promotion: seenPromotion.optional(),
      subscribedUntil: instant.nullable(),
      value: centavosSchema,
      label,
    }),
    notification: 'subscription',
    earningsItems: { subscription: 'plan' },
  },
} as const satisfies Record<string, SaleEntry>;

export type SaleKind = keyof typeof SALES;
type Entry = (typeof SALES)[SaleKind];
type NonEmpty<T> = [T, ...T[]];

export const SALE_KINDS = Object.keys(SALES) as NonEmpty<SaleKind>;
const entries = Object.values(SALES) as NonEmpty<Entry>;

export const isSaleKind = (kind: string): kind is SaleKind => Object.hasOwn(SALES, kind);

/** What to repeat once the money is there. Carried by a 402 and by the top-up that answers it. */
export const intentSchema = z
  .discriminatedUnion('kind', entries.map(({ intent }) => intent) as NonEmpty<Entry['intent']>)
  .meta({ id: 'Intent' });

/** Types of notifications that producers get of sales. */
export const SALE_NOTIFICATIONS: readonly Entry['notification'][] = entries.map(
  ({ notification }) => notification,
);

type ItemOf<E> = E extends { earningsItems: Record<string, infer Item> } ? Item : never;
export type EarningsItem = ItemOf<Entry>;

/** Type of a sale's reference in the ledger -> kind of item in the earnings report. */
export const EARNINGS_ITEM_OF: Readonly<Record<string, EarningsItem>> = Object.assign(
  {},
  ...entries.map(({ earningsItems }) => earningsItems),
);
