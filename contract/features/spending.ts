// /funds/spend-limits: the most a fan lets themselves spend.
import { z } from 'zod';
import { route } from '../route.ts';
import { amountSchema, centavosSchema, instant } from '../wire.ts';

const limit = centavosSchema.nullable().meta({ description: 'null: no limit' });

const chosenLimit = amountSchema(0, 100_000_000).nullable();

const spendLimitsSchema = z
  .object({
    day: z.object({ limit, used: centavosSchema }),
    month: z.object({ limit, used: centavosSchema }),
    next: z
      .object({ day: limit, month: limit, at: instant })
      .nullable()
      .meta({ description: 'higher limits that hold from then on' }),
    undo: z.object({ day: limit, month: limit, until: instant }).nullable().meta({
      description:
        'limits that held before they were lowered; until then they may hold again at once',
    }),
  })
  .meta({ id: 'SpendLimits' });

export const spendingRoutes = {
  'GET /funds/spend-limits': route({
    id: 'funds.spendLimits',
    summary: 'The most I let myself spend, and what I have spent',
    auth: 'member',
    reply: spendLimitsSchema,
  }),
  'PUT /funds/spend-limits': route({
    id: 'funds.setSpendLimits',
    summary:
      'Sets them: a lower one holds at once and can be undone for ten minutes, a higher one or none holds after 24 hours',
    auth: 'member',
    body: z.object({ day: chosenLimit, month: chosenLimit }),
    example: { day: 10_000, month: 50_000 },
    reply: spendLimitsSchema,
    perMinute: 20,
  }),
};
