// /dsb/fraud: limits against fraud that were reached, each with its evidence, and the decisions
// about them.
import { z } from 'zod';
import { REASON_MAX } from '../../limits.ts';
import { route } from '../../route.ts';
import { centavosSchema, id, instant, page, uuid } from '../../wire.ts';
import { profileSummarySchema } from '../profiles.ts';

/**
 * declines*: declined cards of an account, a network, a browser, and of cards with the same first
 * digits; declinesAlarm: of the whole installation in an hour. pair*: money from cards of one payer
 * to one producer. newPayer: the same of a new account. newPayers: many new accounts that pay one
 * producer. cardReview: a sale whose amount the producer’s own rules name.
 */
const FRAUD_RULES = [
  'declinesAccount',
  'declinesAddress',
  'declinesDevice',
  'declinesBin',
  'declinesAlarm',
  'pairDay',
  'pairWeek',
  'pairSales',
  'newPayer',
  'newPayers',
  'cardReview',
] as const;
export type FraudRule = (typeof FRAUD_RULES)[number];

const FRAUD_DECISIONS = ['release', 'refund', 'block'] as const;
export type FraudDecision = (typeof FRAUD_DECISIONS)[number];

/** How many sales, instants and people an alert keeps as evidence. */
export const EVIDENCE_MAX = 100;

const count = z.int().min(0);

const fraudAlertSchema = z
  .object({
    id: uuid(),
    rule: z.enum(FRAUD_RULES),
    about: profileSummarySchema
      .nullable()
      .meta({ description: 'whose account it is about; null: no single one, or it was removed' }),
    producer: profileSummarySchema
      .nullable()
      .meta({ description: 'of rules about a pair: who was paid' }),
    bin: z.string().nullable().meta({ description: 'first six digits of the cards' }),
    openedAt: instant,
    lastAt: instant.meta({ description: 'when the limit refused or was reached last' }),
    hits: count.meta({ description: 'how often, since it was opened' }),
    counted: count.meta({ description: 'in `unit`, when it was opened' }),
    limit: count.meta({ description: 'in `unit`' }),
    unit: z.enum(['count', 'centavos']),
    hours: count.meta({ description: 'the hours in which it was counted' }),
    times: z.array(instant).max(EVIDENCE_MAX).meta({ description: 'of what was counted' }),
    people: z
      .array(profileSummarySchema)
      .max(EVIDENCE_MAX)
      .meta({ description: 'the accounts of what was counted' }),
    sales: z
      .array(z.object({ id: id('transfer'), at: instant, amount: centavosSchema }))
      .max(EVIDENCE_MAX),
    can: z.array(z.enum(FRAUD_DECISIONS)).max(FRAUD_DECISIONS.length),
    decision: z.enum(FRAUD_DECISIONS).nullable(),
    decidedBy: profileSummarySchema.nullable(),
    decidedAt: instant.nullable(),
    reason: z.string().nullable(),
  })
  .meta({ id: 'FraudAlert' });

export const fraudRoutes = {
  'GET /dsb/fraud': route({
    id: 'dsb.fraud',
    summary: 'Limits against fraud that were reached: open ones, or decided ones, newest first',
    auth: 'admin',
    right: 'money.read',
    query: z.object({ ...page(20, 50), decided: z.stringbool().default(false) }),
    reply: z.array(fraudAlertSchema),
    list: 'offset',
  }),
  'POST /dsb/fraud/{id}': route({
    stepUp: true,
    id: 'dsb.decideFraud',
    summary:
      'Decides an alert. release: counting starts again; refund: the sales that were shown go back to the payer’s wallet; block: the account is blocked, which needs the right to decide about people',
    auth: 'admin',
    right: 'money.decide',
    params: z.object({ id: uuid() }),
    body: z.object({
      decision: z.enum(FRAUD_DECISIONS),
      reason: z.string().trim().min(3).max(REASON_MAX),
      sales: z.array(id('transfer')).max(EVIDENCE_MAX).default([]).meta({
        description: 'of a refund: `sales` of the alert as they were shown, and no others',
      }),
    }),
    example: { decision: 'release', reason: 'Fã antigo, confirmado por telefone' },
    reply: z.object({
      id: uuid(),
      decided: z.boolean().meta({
        description: 'false: another administrator has to agree to the block first',
      }),
      refunded: count.meta({ description: 'sales that went back with this decision' }),
      left: count.meta({ description: 'sales that can’t go back: spent, or returned before' }),
    }),
    errors: [
      'fraud.notFound',
      'fraud.alreadyDecided',
      'fraud.notPossible',
      'fraud.changed',
      'auth.rightMissing',
      'user.notFound',
    ],
  }),
};
