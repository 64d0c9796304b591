// /dsb/statement-days and /dsb/statement-differences: each day of each gateway compared with our
// charges. Source: product decisions, section 4.
import { z } from 'zod';
import { REASON_MAX } from '../../limits.ts';
import { route } from '../../route.ts';
import { centavosSchema, id, instant, page } from '../../wire.ts';
import { chargeStatus } from './charges.ts';
import { profileSummarySchema } from '../profiles.ts';

const differenceKind = z.enum([
  'unknown',
  'amount',
  'state',
  'missing',
  'contradiction',
  'undecided',
]);

const statementDaySchema = z
  .object({
    provider: z.string(),
    day: z.iso.date().meta({ description: 'of São Paulo' }),
    matchedAt: instant
      .nullable()
      .meta({ description: 'null as long as the gateway gave no answer for it' }),
    lines: z.int().meta({ description: 'payments and returns in the statement' }),
    received: centavosSchema.meta({ description: 'what those payments sum to' }),
    credited: z.int().meta({ description: 'payments that the comparison found and credited' }),
    open: z.int().meta({ description: 'unsettled differences' }),
    error: z.string().nullable(),
  })
  .meta({ id: 'StatementDay' });

const statementDifferenceSchema = z
  .object({
    id: id('statementDifference'),
    provider: z.string(),
    day: z.iso.date(),
    kind: differenceKind.meta({
      description:
        'unknown: a payment in the statement without a charge; amount, state: the statement and the charge differ; missing: a charge that is not in the statement; contradiction: the gateway contradicts what it said of a refund or a cash-out; undecided: one has had no usable answer for a day, suspicious money could not be given back, or a payment came after its account was removed',
    }),
    ref: z.string().meta({ description: "the gateway's reference" }),
    chargeId: id('charge').nullable(),
    profile: profileSummarySchema.nullable().meta({ description: 'whose charge it is' }),
    theirs: centavosSchema.nullable(),
    ours: centavosSchema.nullable(),
    status: chargeStatus.nullable().meta({ description: 'of our charge' }),
    foundAt: instant,
    settledAt: instant.nullable(),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'why it was settled; null when it was gone at a later comparison' }),
  })
  .meta({ id: 'StatementDifference' });

export const reconciliationRoutes = {
  'GET /dsb/statement-days': route({
    id: 'dsb.statementDays',
    summary: "Days of gateways' statements that were compared with our charges, newest first",
    auth: 'admin',
    right: 'money.read',
    query: z.object(page(20, 100)),
    reply: z.array(statementDaySchema),
    list: 'offset',
  }),
  'GET /dsb/statement-differences': route({
    id: 'dsb.statementDifferences',
    summary:
      'What of those statements is not as we have it; only what is open unless said otherwise, newest day first',
    auth: 'admin',
    right: 'money.read',
    query: z.object({ ...page(20, 100), settled: z.enum(['true', 'false']).default('false') }),
    reply: z.array(statementDifferenceSchema),
    list: 'offset',
  }),
  'POST /dsb/statement-differences/{id}': route({
    stepUp: true,
    id: 'dsb.settleStatementDifference',
    summary: 'Settles a difference: says what was done about it. Moves no money',
    auth: 'admin',
    right: 'money.decide',
    params: z.object({ id: id('statementDifference') }),
    body: z.object({ reason: z.string().trim().min(3).max(REASON_MAX) }),
    example: { reason: 'Devolvido no painel da instituição, protocolo 1234' },
    reply: z.object({ id: id('statementDifference') }),
    errors: ['statement.notFound', 'statement.alreadySettled', 'decision.own'],
    perMinute: 60,
  }),
};
