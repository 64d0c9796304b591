// /dsb/disputes: payments that a payer's bank took back, to be answered at the acquirer before the
// scheme's deadline, or accepted.
import { z } from 'zod';
import { REASON_MAX } from '../../limits.ts';
import { route } from '../../route.ts';
import { centavosSchema, id, instant, page } from '../../wire.ts';
import { profileSummarySchema } from '../profiles.ts';
import { chargeMethod } from './charges.ts';

const DISPUTE_DECISIONS = ['answered', 'accepted'] as const;
export type DisputeDecision = (typeof DISPUTE_DECISIONS)[number];

const disputeSchema = z
  .object({
    id: id('transfer').meta({ description: 'of the movement that took the money back' }),
    profile: profileSummarySchema.nullable().meta({ description: 'the payer' }),
    amount: centavosSchema.meta({ description: 'that the bank took back' }),
    openedAt: instant,
    answerBy: instant.nullable().meta({
      description: 'until when the scheme takes an answer; null: not known here',
    }),
    payment: z.object({
      id: id('charge'),
      method: chargeMethod,
      gateway: z.string(),
      scheme: z.string().nullable().meta({ description: 'of a card' }),
      amount: centavosSchema,
      at: instant,
    }),
    decision: z.enum(DISPUTE_DECISIONS).nullable(),
    decidedBy: profileSummarySchema.nullable(),
    decidedAt: instant.nullable(),
    reason: z.string().nullable(),
  })
  .meta({ id: 'Dispute' });

export const disputesRoutes = {
  'GET /dsb/disputes': route({
    id: 'dsb.disputes',
    summary:
      'Disputes that wait, the earliest deadline first; or decided ones, the newest decision first',
    auth: 'admin',
    right: 'money.read',
    query: z.object({ ...page(20, 50), decided: z.stringbool().default(false) }),
    reply: z.array(disputeSchema),
    list: 'offset',
  }),
  'POST /dsb/disputes/{id}': route({
    stepUp: true,
    id: 'dsb.decideDispute',
    summary:
      'Closes a dispute: it was answered at the acquirer, or is accepted. The money was taken back before, and stays so',
    auth: 'admin',
    right: 'money.decide',
    params: z.object({ id: id('transfer') }),
    body: z.object({
      decision: z.enum(DISPUTE_DECISIONS),
      reason: z.string().trim().min(3).max(REASON_MAX),
    }),
    example: { decision: 'answered', reason: 'Protocolo 1234 no site da adquirente' },
    reply: z.object({ id: id('transfer') }),
    errors: ['dispute.notFound', 'dispute.alreadyDecided', 'decision.own', 'decision.claimed'],
    perMinute: 60,
  }),
};
