// /funds/spend-limits and /funds/receipts: a fan's own limits, and a receipt for every movement.
import { z } from 'zod';
import { route } from '../../route.ts';
import { amountSchema, centavosSchema, id, instant } from '../../wire.ts';
import { movementKind } from '../funds.ts';
import { profileSummarySchema } from '../profiles.ts';

const limit = centavosSchema.nullable().meta({ description: 'null: no limit' });
const wish = amountSchema(0, 100_000_000).nullable();

export const spendLimitsSchema = z
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

export const receiptSchema = z
  .object({
    id: id('transfer'),
    kind: movementKind,
    amount: centavosSchema.meta({ description: 'of the reader: positive in, negative out' }),
    gross: centavosSchema.nullable().meta({ description: "a sale's price, to who sold" }),
    fee: centavosSchema.nullable(),
    person: profileSummarySchema.nullable().meta({ description: 'the reader' }),
    counterpart: profileSummarySchema.nullable(),
    referenceType: z.string().nullable(),
    referenceId: z.string().nullable(),
    message: z
      .string()
      .nullable()
      .meta({ description: 'what the fan wrote with a tip: plain text' }),
    reversedBy: id('transfer').nullable(),
    createdAt: instant,
  })
  .meta({ id: 'Receipt' });

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
    body: z.object({ day: wish, month: wish }),
    example: { day: 10_000, month: 50_000 },
    reply: spendLimitsSchema,
    perMinute: 20,
  }),
  'GET /funds/receipts/{id}': route({
    id: 'funds.receipt',
    summary: 'A receipt for a movement that I am part of',
    auth: 'member',
    params: z.object({ id: id('transfer') }),
    reply: receiptSchema,
    errors: ['receipt.notFound'],
  }),
};
