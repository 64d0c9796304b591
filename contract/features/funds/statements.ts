// /funds/statements: every movement of one's accounts, as a list and as a signed file.
import { z } from 'zod';
import { route } from '../../route.ts';
import { SALE_KINDS } from '../../sales.ts';
import { centavosSchema, id, instant } from '../../wire.ts';

/** One line of a statement, from the reader's side. */
export const statementEntrySchema = z
  .object({
    id: z.string(),
    transferId: id('transfer'),
    kind: z.string().meta({ description: 'top-up, tip, purchase, release...' }),
    account: z.enum(['wallet', 'locked', 'debt', 'pending', 'earnings']),
    amount: centavosSchema.meta({ description: 'positive in, negative out' }),
    /** What was sold, before the platform's fee; producer's lines only. */
    gross: centavosSchema.nullable(),
    fee: centavosSchema.nullable(),
    counterpart: z.object({ domainName: z.string(), exibitionName: z.string() }).nullable(),
    referenceType: z.string().nullable(),
    referenceId: z.string().nullable(),
    message: z
      .string()
      .nullable()
      .meta({ description: 'what the fan wrote with a tip: plain text' }),
    reversed: z.boolean().meta({ description: 'a later movement took it back' }),
    createdAt: instant,
  })
  .meta({ id: 'StatementEntry' });

export const movementKind = z.enum([
  'topUp',
  'unlock',
  ...SALE_KINDS,
  'release',
  'payout',
  'payoutPaid',
  'payoutReturned',
  'reversal',
  'chargeback',
  'debtPayment',
  'refundFailed',
]);

/** Which lines of a statement. */
const statementFilters = {
  account: z
    .enum(['wallet', 'earnings'])
    .default('wallet')
    .meta({ description: 'wallet includes what is owed, earnings what is pending' }),
  kind: movementKind.optional(),
  from: z.iso.date().optional().meta({ description: 'first day, in São Paulo' }),
  to: z.iso.date().optional().meta({ description: 'last day, in São Paulo' }),
  direction: z.enum(['in', 'out']).optional(),
};

export const statementsRoutes = {
  'GET /funds/statements': route({
    id: 'funds.statements',
    summary: 'Every movement of my accounts, newest first',
    auth: 'member',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(30),
      before: z.string().max(60).optional(),
      ...statementFilters,
    }),
    reply: z.array(statementEntrySchema),
    list: 'cursor',
  }),
  'GET /funds/statements/export': route({
    id: 'funds.exportStatement',
    summary:
      'The same as a file, oldest first: each line carries the SHA-256 of the one before, the last a signature of the installation',
    auth: 'member',
    query: z.object({ format: z.enum(['csv', 'jsonl']).default('csv'), ...statementFilters }),
    reply: z.null(),
    file: ['text/csv', 'application/jsonl'],
    perMinute: 6,
  }),
  'GET /publics/funds/statement-verifier': route({
    id: 'funds.statementVerifier',
    summary:
      'The program that checks an exported statement on the own computer: node verify-statement.mjs FILE [PUBLIC-KEY]',
    auth: 'public',
    reply: z.null(),
    file: 'text/javascript',
    perMinute: 30,
  }),
  'GET /publics/funds/statement-key': route({
    id: 'funds.statementKey',
    summary: 'The public key of the signatures at the end of exported statements',
    auth: 'public',
    reply: z.object({
      algorithm: z.literal('Ed25519'),
      publicKey: z.string().meta({ description: 'SubjectPublicKeyInfo, DER, base64' }),
    }),
  }),
};
