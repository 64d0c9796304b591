// /funds/receipts: a receipt for every movement.
import { z } from 'zod';
import { route } from '../../route.ts';
import { centavosSchema, id, instant } from '../../wire.ts';
import { profileSummarySchema } from '../profiles.ts';
import { movementKind } from './statements.ts';

const receiptSchema = z
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

export const receiptsRoutes = {
  'GET /funds/receipts/{id}': route({
    id: 'funds.receipt',
    summary: 'A receipt for a movement that I am part of',
    auth: 'member',
    params: z.object({ id: id('transfer') }),
    reply: receiptSchema,
    errors: ['receipt.notFound'],
  }),
};
