// /funds/earnings: a producer's earnings: the balance, and sums by day and kind, by what was sold,
// and by fan. Source: specification section 2, earnings.
import { z } from 'zod';
import { route } from '../../route.ts';
import { EARNINGS_ITEM_OF, SALE_KINDS } from '../../sales.ts';
import { centavosSchema, instant } from '../../wire.ts';
import { profileSummarySchema } from '../profiles.ts';

/** Days of São Paulo, both included; the last 30 unless said. */
const period = { from: z.iso.date().optional(), to: z.iso.date().optional() };

/** Sums of one period, after the platform's fee and without what was taken back. */
export const earningsReportSchema = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    total: centavosSchema,
    days: z
      .array(
        z.object({
          day: z.iso.date(),
          kind: z.enum([...SALE_KINDS, 'reversal']),
          amount: centavosSchema,
        }),
      )
      .meta({ description: 'only days and kinds with something' }),
    items: z
      .array(
        z.object({
          kind: z.enum([...new Set(Object.values(EARNINGS_ITEM_OF))]),
          id: z.string().nullable().meta({ description: 'of the post or goal' }),
          title: z.string().nullable(),
          amount: centavosSchema,
          count: z.int(),
        }),
      )
      .max(50)
      .meta({ description: 'what brought most; tips to a post count for it' }),
    fans: z
      .array(z.object({ profile: profileSummarySchema, amount: centavosSchema, count: z.int() }))
      .max(20)
      .meta({ description: 'who gave most' }),
  })
  .meta({ id: 'Earned' });

export const earningsRoutes = {
  'GET /funds/earnings-balance': route({
    id: 'funds.earningsBalance',
    summary: 'What I earned: waiting for its release, and available',
    auth: 'earner',
    reply: z.object({
      pending: centavosSchema,
      available: centavosSchema,
      releases: z
        .array(z.object({ at: instant, amount: centavosSchema }))
        .max(60)
        .meta({ description: 'when each part is released, soonest first' }),
      today: centavosSchema,
      last30Days: centavosSchema,
    }),
  }),
  'GET /funds/earnings': route({
    id: 'funds.earned',
    summary: 'What I earned in a period, by day, by item and by fan',
    auth: 'earner',
    query: z.object(period),
    reply: earningsReportSchema,
    perMinute: 60,
  }),
  'GET /funds/earnings/export': route({
    id: 'funds.exportEarned',
    summary: 'The same as a CSV file',
    auth: 'earner',
    query: z.object({ ...period, part: z.enum(['days', 'items', 'fans']).default('days') }),
    reply: z.null(),
    file: 'text/csv',
    perMinute: 12,
  }),
};
