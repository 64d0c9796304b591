// /dsb/payout-rules: what of a producer's earnings stays for a time, and which of their cash-outs
// wait for an administrator. The rest stays payable.
import { z } from 'zod';
import { PAYOUT_REVIEWS, RESERVE_PERCENT_MAX } from '../../limits.ts';
import { route } from '../../route.ts';
import { amountSchema, centavosSchema, id, instant } from '../../wire.ts';
import { proposal } from './proposal.ts';

/** What stays of what a producer could cash out. */
export const keptSchema = z
  .object({
    hold: z
      .object({ amount: centavosSchema, reason: z.string(), until: instant })
      .nullable()
      .meta({ description: 'an amount that is in question; its producer reads the reason' }),
    reserve: z
      .object({
        percent: z.int(),
        days: z.int(),
        amount: centavosSchema.meta({ description: 'that stays now' }),
      })
      .nullable()
      .meta({ description: 'a part of what was earned in the last days, for returned payments' }),
    total: centavosSchema,
  })
  .meta({ id: 'KeptEarnings' });

const rules = z.object({
  hold: z
    .object({
      amount: amountSchema(1, 1_000_000_000),
      reason: z.string().trim().min(3).max(500).meta({ description: 'the producer reads it' }),
      until: instant,
    })
    .nullable(),
  reservePercent: z
    .int()
    .min(0)
    .max(RESERVE_PERCENT_MAX)
    .nullable()
    .meta({ description: 'null: as the settings say' }),
  review: z.enum(PAYOUT_REVIEWS),
  cardReviewFrom: amountSchema(1, 1_000_000_000).nullable().meta({
    description:
      'a sale of this amount or more, paid with card money, opens a fraud alert, and cash-outs wait until it is decided; null: none does',
  }),
});

const reply = z
  .object({
    rules,
    kept: keptSchema,
    available: centavosSchema.meta({ description: 'earnings before what stays' }),
    pending: centavosSchema,
    evidence: z
      .object({
        approvedAt: instant.nullable().meta({ description: 'as a producer' }),
        paidOut: z.int().meta({ description: 'cash-outs that were paid' }),
        earned: centavosSchema.meta({ description: 'in the days of the reserve' }),
        returned: centavosSchema.meta({ description: 'of sales that were taken back in them' }),
        usualReserve: z.int().meta({ description: 'percent, by the settings' }),
        firstReview: z.boolean().meta({ description: 'the next cash-out is the first' }),
      })
      .meta({ description: 'what a decision is based on' }),
    changedAt: instant.nullable(),
    waitsForSecond: z.boolean().meta({
      description: 'the last request is stored when another administrator makes the same one',
    }),
    proposals: z
      .array(z.object({ rules, ...proposal }))
      .meta({ description: 'the newest of each administrator' }),
  })
  .meta({ id: 'PayoutRules' });

const params = z.object({ producerId: id('profile') });

export const payoutRulesRoutes = {
  'GET /dsb/payout-rules/{producerId}': route({
    id: 'dsb.payoutRules',
    summary: 'What of a producer’s earnings stays for a time, why, and which cash-outs wait',
    auth: 'admin',
    right: 'money.read',
    params,
    reply,
    errors: ['profile.notFound'],
    perMinute: 60,
  }),
  'PUT /dsb/payout-rules/{producerId}': route({
    stepUp: true,
    id: 'dsb.setPayoutRules',
    summary:
      'Sets all of them. What lets more money go than before, from the amount of ADMIN_SECOND_PERSON_FROM_CENTAVOS on, takes effect when a second administrator makes the same request',
    auth: 'admin',
    right: 'money.decide',
    params,
    body: rules.extend({ note: z.string().trim().min(3).max(500) }),
    example: {
      hold: null,
      reservePercent: 20,
      review: 'always',
      cardReviewFrom: 50_000,
      note: 'Disputas em alta.',
    },
    reply,
    errors: ['profile.notFound', 'decision.own', 'validate.invalid'],
    perMinute: 30,
  }),
};
