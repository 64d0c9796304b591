// Entering a show and paying for it: what it may cost, the entry, receipts of it, and past shows.
// Source: specification section 7 (Lives); product decisions, sections 4 and 7.
import { z } from 'zod';
import type { Id } from '../../ids.ts';
import { LIVE_RECEIPTS_PAGE } from '../../limits.ts';
import { route } from '../../route.ts';
import { SHOW_TYPES } from '../../shows.ts';
import { centavosSchema, id, instant, page } from '../../wire.ts';
import { liveSchema } from '../lives.ts';
import { profileSummarySchema } from '../profiles.ts';
import { LIVE_CHARGES, LIVE_EXITS, LIVE_WATCHER_ROLES, RECEIPT_SIDES } from './charges.ts';

export type LiveEntryId = Id<'liveEntry'>;

declare module '../../events.ts' {
  interface RealtimeEvents {
    /**
     * For a show that I watch and pay by the minute. `low`: the next minute can't be paid, and the
     * show ends for me at `endsAt` unless I top up; `paid`: it is paid again; `ended`: it ended for
     * me.
     */
    'live-money': {
      liveId: string;
      state: 'low' | 'paid' | 'ended';
      endsAt?: string;
      needed?: number;
      suggested?: number;
      exit?: (typeof LIVE_EXITS)[number];
    };
  }
}

/** What entering a show means, before anything is locked. */
export const liveTermsSchema = z
  .object({
    liveId: id('live'),
    role: z.enum(LIVE_WATCHER_ROLES),
    charge: z.enum(LIVE_CHARGES),
    price: centavosSchema.meta({ description: 'of a minute, or of the ticket; 0: free' }),
    minimumMinutes: z.int().meta({
      description: 'locked at the entry; of them only what is delivered is paid. 0 for tickets',
    }),
    lockedAtEntry: centavosSchema,
    balance: centavosSchema,
    spendable: centavosSchema.meta({
      description: 'the balance, or what my own limits of spending leave of it',
    }),
    maxCost: centavosSchema.meta({
      description: 'the most that the show may cost without another top-up',
    }),
    maxMinutes: z.int().nullable().meta({ description: 'null: not paid by the minute' }),
    missing: centavosSchema.meta({ description: 'to top up before the entry; 0: enough' }),
    spyPrice: centavosSchema.nullable().meta({
      description:
        'others may watch this private show without sound and chat for this price of a minute; null: no other person',
    }),
    reverseCamera: z.boolean(),
    recorded: z.boolean(),
    group: z.object({ size: z.int(), tickets: z.int() }).nullable(),
    entered: z.boolean().meta({ description: 'I have entered it already' }),
    ticketSeconds: z.int().meta({
      description: 'delivered seconds after which a ticket is paid; before that it is given back',
    }),
  })
  .meta({ id: 'LiveTerms' });

/** What one person paid in one show. */
export const liveReceiptSchema = z
  .object({
    id: id('liveEntry'),
    liveId: id('live'),
    type: z.enum(SHOW_TYPES),
    title: z.string(),
    profile: profileSummarySchema.nullable().meta({
      description: 'the other one; null while they are hidden from me, or gone',
    }),
    role: z.enum(LIVE_WATCHER_ROLES),
    charge: z.enum(LIVE_CHARGES),
    price: centavosSchema.meta({ description: 'of a minute, or of the ticket' }),
    enteredAt: instant,
    startedAt: instant.nullable().meta({ description: 'when the first picture was delivered' }),
    endedAt: instant.nullable(),
    exit: z.enum(LIVE_EXITS).nullable(),
    secondsDelivered: z.int(),
    minutes: z.int().meta({ description: 'started and paid; 0 for a ticket' }),
    total: centavosSchema.meta({ description: 'what was paid, without what was given back' }),
    fee: centavosSchema.nullable().meta({ description: "the platform's part; the producer only" }),
    refunded: centavosSchema.meta({ description: 'what was taken back later' }),
  })
  .meta({ id: 'LiveReceipt' });

/** A past show as its producer sees it. */
export const pastLiveSchema = z
  .object({
    id: id('live'),
    type: z.enum(SHOW_TYPES),
    title: z.string(),
    charge: z.enum(LIVE_CHARGES),
    startedAt: instant,
    endedAt: instant,
    onAirSeconds: z.int(),
    watchers: z.int().meta({ description: 'people who watched' }),
    minutes: z.int().meta({ description: 'paid minutes of all watchers' }),
    earnings: centavosSchema.meta({ description: 'before fees, without what was taken back' }),
    net: centavosSchema.meta({ description: 'after fees' }),
  })
  .meta({ id: 'PastLive' });

const receiptFilters = {
  as: z.enum(RECEIPT_SIDES).default('watcher').meta({
    description: 'receipts of shows that I watched, or one for each entry to shows of mine',
  }),
  liveId: id('live').optional().meta({ description: 'of this show only' }),
};

const show = z.object({ id: id('live') });
const role = z.enum(LIVE_WATCHER_ROLES).default('watcher');
const entering = [
  'live.kicked',
  'live.banned',
  'live.notFound',
  'age.proofRequired',
  'profile.notSelf',
  'live.entryRefused',
  'live.spiesOff',
] as const;

export const liveEntryRoutes = {
  'GET /lives/{id}/entry': route({
    id: 'lives.terms',
    summary: 'What entering a show costs and may cost me at most; nothing is locked',
    auth: 'member',
    params: show,
    query: z.object({ role }),
    reply: liveTermsSchema,
    errors: entering,
  }),
  'POST /lives/accept/{id}': route({
    id: 'lives.accept',
    summary:
      'Enters a show at the price that I saw: locks the first minutes or the ticket. Who has entered gets the show again and pays nothing',
    auth: 'member',
    params: show,
    body: z.object({
      price: centavosSchema.meta({ description: 'as I saw it' }),
      spyPrice: centavosSchema.nullish().meta({
        description: 'as I saw it; a private show that others may watch is refused without it',
      }),
      role,
    }),
    example: { price: 600 },
    reply: liveSchema,
    idempotency: 'required',
    errors: [
      ...entering,
      'live.priceChanged',
      'live.full',
      'wallet.insufficient',
      'spending.dayLimit',
      'spending.monthLimit',
      'fraud.pairAmount',
      'fraud.pairSales',
      'fraud.newPayer',
    ],
    perMinute: 30,
  }),
  'POST /lives/{id}/leave': route({
    id: 'lives.leave',
    summary:
      'Ends my entry: what is locked and not delivered is given back. A private show ends with it',
    auth: 'member',
    params: show,
    reply: liveReceiptSchema.nullable().meta({ description: 'null: I had not entered' }),
    errors: ['live.notFound'],
  }),
  'GET /lives/receipts': route({
    id: 'lives.receipts',
    summary: 'Receipts of paid shows that I watched, or of shows of mine, newest first',
    auth: 'member',
    query: z.object({ ...receiptFilters, ...page(LIVE_RECEIPTS_PAGE, 100) }),
    reply: z.array(liveReceiptSchema),
    list: 'offset',
  }),
  'GET /lives/receipts/export': route({
    id: 'lives.exportReceipts',
    summary: 'The same receipts as a file, newest first',
    auth: 'member',
    query: z.object(receiptFilters),
    reply: z.null(),
    file: 'text/csv',
    perMinute: 6,
  }),
  'GET /lives/{id}/receipts': route({
    id: 'lives.showReceipts',
    summary: 'Receipts of a show of mine, one for each entry, newest first',
    auth: 'earner',
    params: show,
    query: z.object(page(LIVE_RECEIPTS_PAGE, 100)),
    reply: z.array(liveReceiptSchema),
    list: 'offset',
    errors: ['live.notFound'],
  }),
  'GET /lives/history': route({
    id: 'lives.history',
    summary: 'My past shows with what they brought in, newest first',
    auth: 'earner',
    query: z.object(page(LIVE_RECEIPTS_PAGE, 100)),
    reply: z.array(pastLiveSchema),
    list: 'offset',
  }),
};
