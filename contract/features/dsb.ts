// /dsb: the overview of administrators: what was sold, paid in and paid out in a period, who came,
// and the work that waits. Lists and decisions of /dsb/<noun> are declared by their noun.
import { z } from 'zod';
import { route } from '../route.ts';
import { SALE_KINDS } from '../sales.ts';
import { centavosSchema, instant } from '../wire.ts';

/** Kinds of work that waits for an administrator; each is counted by the feature that lists it. */
export const OPEN_WORK = [
  'producerRequest',
  'ageCheck',
  'performerCheck',
  'report',
  'removalRequest',
  'appeal',
  'helpTicket',
  'refundRequest',
  'paymentReview',
  'dispute',
  'fraudAlert',
  'cashOut',
  'disputedOrder',
  'statementDifference',
  'failedMedia',
  'contentReview',
] as const;
export type OpenWorkKind = (typeof OPEN_WORK)[number];

/** Kinds whose decisions are timed: not those of which nothing is kept, as of a file. */
const UNTIMED = ['failedMedia'] as const satisfies readonly OpenWorkKind[];
export type TimedWork = Exclude<OpenWorkKind, (typeof UNTIMED)[number]>;
export const TIMED_WORK = OPEN_WORK.filter(
  (kind): kind is TimedWork => !UNTIMED.some((other) => other === kind),
);

/** Tables of the overview that can be downloaded. */
const OVERVIEW_TABLES = ['days', 'sales', 'methods', 'schemes', 'approvals'] as const;
export type OverviewTable = (typeof OVERVIEW_TABLES)[number];

const dayOrInstant = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

const period = { from: z.iso.date(), to: z.iso.date() };
const count = z.int().min(0);

const sums = {
  gross: centavosSchema.meta({ description: 'prices of what was sold, before refunds' }),
  refunded: centavosSchema.meta({ description: 'prices of sales that were taken back' }),
  fee: centavosSchema.meta({ description: 'the platform’s part of sales, after refunds' }),
  share: centavosSchema.meta({ description: 'the producers’ part, after refunds' }),
};

const totals = z.object({
  ...sums,
  sales: count,
  refunds: count,
  toppedUp: centavosSchema,
  topUps: count,
  topUpsReturned: centavosSchema.meta({ description: 'top-ups that we refunded' }),
  disputed: centavosSchema.meta({ description: 'what payers’ banks took back' }),
  disputes: count,
  paidOut: centavosSchema.meta({ description: 'what arrived at the producers’ banks' }),
  payouts: count,
  payoutFees: centavosSchema,
  newMembers: count,
  newProducers: count,
  renewals: count.meta({ description: 'months of subscriptions paid after the first' }),
  endedSubscriptions: count.meta({
    description: 'subscriptions, paid or in a trial, whose access ended without a renewal',
  }),
  subscribersAtStart: count.meta({
    description: 'paid subscriptions with access when the period began',
  }),
  subscribersLost: count.meta({
    description:
      'paid subscriptions whose access ended in the period, less those that were paid again in it within 30 days of their end',
  }),
  churnBps: count
    .nullable()
    .meta({ description: 'subscribersLost of every 10,000 subscribersAtStart; null without any' }),
  activeSubscribers: count.meta({ description: 'with access at the end of the period, or now' }),
});

const query = z.object({
  startsWhen: dayOrInstant.optional(),
  endsWhen: dayOrInstant.optional().meta({
    description:
      'days of São Paulo, both included, or instants, which stand for their day; the last 30 days unless said, at most 366',
  }),
});

export const dsbRoutes = {
  'GET /dsb': route({
    id: 'dsb.overview',
    summary: 'Sales, payments, people and open work of a period, compared with the one before',
    auth: 'admin',
    right: 'overview.read',
    query,
    reply: z
      .object({
        ...period,
        countedUntil: instant.nullable().meta({
          description: 'everything but open work is counted every half minute; null: not yet',
        }),
        totals,
        before: totals.extend(period).meta({ description: 'totals of as many days before' }),
        sales: z
          .array(z.object({ kind: z.enum(SALE_KINDS), ...sums, sales: count, refunds: count }))
          .max(SALE_KINDS.length),
        topUps: z
          .array(
            z.object({
              method: z.string().meta({ description: 'of payment, such as pix' }),
              amount: centavosSchema,
              count,
              returned: centavosSchema.meta({ description: 'by refunds of ours' }),
              disputed: centavosSchema.meta({ description: 'by payers’ banks' }),
              net: centavosSchema.meta({ description: 'amount - returned - disputed' }),
            }),
          )
          .max(20)
          .meta({
            description:
              'payments by method, the largest first. Without a fee: the platform’s is taken from sales, which are paid from the wallet, whatever method filled it, and what gateways charge is not booked',
          }),
        schemes: z
          .array(
            z.object({
              brandId: z.int().meta({
                description: '0: the card was deleted before its scheme was kept',
              }),
              name: z.string().nullable(),
              payments: count,
              paid: centavosSchema,
              disputes: count,
              disputed: centavosSchema,
              ratioBps: count.nullable().meta({
                description: 'disputes of every 10,000 payments; null without payments',
              }),
              limitBps: count.nullable().meta({
                description: 'from this ratio on the scheme acts; null: it publishes none',
              }),
              limitFrom: count.meta({
                description: 'and from so many disputes of a month on; 0: from any number',
              }),
            }),
          )
          .max(20)
          .meta({ description: 'payments by card and their disputes, the most payments first' }),
        approvals: z
          .array(
            z.object({
              kind: z.enum(TIMED_WORK),
              part: z
                .string()
                .nullable()
                .meta({ description: 'the class of reports; null of the others' }),
              decided: count,
              medianHours: z
                .number()
                .nullable()
                .meta({ description: 'by classes of durations, so right to within a fifth' }),
            }),
          )
          .max(40)
          .meta({ description: 'how long decisions of the period took, from receipt on' }),
        days: z
          .array(
            z.object({
              day: z.iso.date(),
              ...sums,
              toppedUp: centavosSchema,
              disputed: centavosSchema,
              paidOut: centavosSchema,
              newMembers: count,
              newProducers: count,
              renewals: count,
              endedSubscriptions: count,
              churnBps: count.nullable().meta({
                description: 'of every 10,000 paid subscriptions with access when the day began',
              }),
              activeSubscribers: count.meta({ description: 'at the end of the day, or now' }),
            }),
          )
          .max(366),
        openWork: z
          .array(
            z.object({
              kind: z.enum(OPEN_WORK),
              waiting: count,
              oldestAt: instant.nullable().meta({ description: 'since when the oldest waits' }),
            }),
          )
          .max(OPEN_WORK.length)
          .meta({ description: 'the longest waiting first; kinds of which none waits come last' }),
        closedAgePlaces: count.meta({
          description: 'places with a rule of age that no verifier can fulfil: no visitor enters',
        }),
      })
      .meta({ id: 'DashboardOverview' }),
    perMinute: 60,
  }),
  'GET /dsb/export': route({
    id: 'dsb.exportOverview',
    summary: 'A table of the overview as a CSV file: its days unless said otherwise',
    auth: 'admin',
    right: 'overview.read',
    query: query.extend({ table: z.enum(OVERVIEW_TABLES).default('days') }),
    reply: z.null(),
    file: 'text/csv',
    perMinute: 10,
  }),
};
