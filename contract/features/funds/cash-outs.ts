// /funds/cash-outs: money on its way out. Source: specification section 5, Cashout, and section 7,
// Funds.
import { z } from 'zod';
import { CASH_OUT_WAITS, REASON_MAX } from '../../limits.ts';
import { route } from '../../route.ts';
import { amountSchema, centavosSchema, id, instant, page } from '../../wire.ts';
import { profileSummarySchema } from '../profiles.ts';
import { keptSchema } from './payout-rules.ts';

const cashOutStatus = z.enum(['requested', 'approved', 'sent', 'paid', 'returned']);

const cashOutSchema = z
  .object({
    id: id('cashOut'),
    status: cashOutStatus,
    value: centavosSchema.meta({ description: 'what left the earnings' }),
    fee: centavosSchema,
    destination: z.string().meta({ description: 'the account or key, masked' }),
    reason: z.string().nullable().meta({ description: 'why it came back' }),
    createdAt: instant,
    finishedAt: instant.nullable(),
    steps: z.array(z.object({ status: cashOutStatus, at: instant })).meta({
      description:
        'each status that it has had, in order; the first is approved where no administrator has to decide',
    }),
  })
  .meta({ id: 'CashOut' });

/** `used` of `limit` in the day or month of São Paulo. */
const used = z.object({ used: centavosSchema, limit: centavosSchema });

export const cashOutsRoutes = {
  'GET /funds/cash-outs': route({
    id: 'funds.cashOuts',
    summary: 'My cash-outs, newest first',
    auth: 'earner',
    query: z.object(page(10, 50)),
    reply: z.array(cashOutSchema),
    list: 'offset',
  }),
  'GET /funds/cash-outs/terms': route({
    id: 'funds.cashOutTerms',
    summary: 'What I may cash out now: smallest, largest, fee and limits',
    auth: 'earner',
    reply: z.object({
      available: z.boolean().meta({ description: 'this installation pays out' }),
      balance: centavosSchema,
      min: centavosSchema,
      max: centavosSchema.meta({
        description: 'balance and limits allow no more; below min when nothing can be cashed out',
      }),
      fee: centavosSchema,
      day: used,
      month: used,
      coolOffHours: z
        .int()
        .meta({ description: 'how long a new account waits before it can be paid to' }),
      kept: keptSchema,
      approvalFrom: centavosSchema
        .nullable()
        .meta({ description: 'from this amount on an administrator looks first' }),
    }),
  }),
  'POST /funds/cash-outs': route({
    id: 'funds.cashOut',
    summary: 'Sends available earnings to my account, the default one unless another is named',
    auth: 'earner',
    body: z.object({
      value: amountSchema(1, 1_000_000_000),
      bankAccountId: id('bankAccount').optional(),
    }),
    example: { value: 15_000 },
    reply: cashOutSchema,
    idempotency: 'required',
    errors: [
      'stepUp.required',
      'cashOut.unavailable',
      'cashOut.noAccount',
      'cashOut.accountTooNew',
      'cashOut.noBalance',
      'cashOut.kept',
      'cashOut.owing',
      'cashOut.dayLimit',
      'cashOut.monthLimit',
    ],
    perMinute: 10,
  }),
  'GET /dsb/cash-outs': route({
    id: 'dsb.cashOuts',
    summary:
      'Cash-outs in a state; those that wait for a decision unless said otherwise, oldest first',
    auth: 'admin',
    right: 'money.read',
    query: z.object({ ...page(20, 100), status: cashOutStatus.default('requested') }),
    reply: z.array(
      cashOutSchema.extend({
        profile: profileSummarySchema,
        waitsFor: z.array(z.enum(CASH_OUT_WAITS)).max(CASH_OUT_WAITS.length).meta({
          description: 'why it waited when it was requested',
        }),
        approval: z.object({
          takesTwo: z.boolean().meta({ description: 'two administrators have to approve' }),
          by: z.array(z.string()).meta({
            description: 'domain names of administrators who asked for it, or approved it',
          }),
          mine: z.boolean().meta({ description: 'I am one of them, so another decides' }),
        }),
      }),
    ),
    list: 'offset',
  }),
  'POST /dsb/cash-outs': route({
    stepUp: true,
    id: 'dsb.cashOutOfBlocked',
    summary:
      'Asks for a cash-out of a blocked person, who can’t log in, to their own default account; it waits for a decision as all of theirs',
    auth: 'admin',
    right: 'money.decide',
    body: z.object({
      profileId: id('profile'),
      value: amountSchema(1, 1_000_000_000),
      reason: z.string().trim().min(3).max(REASON_MAX).meta({ description: 'for the audit log' }),
    }),
    example: { profileId: '00000000-0000-7000-8000-000000000000', value: 15_000, reason: 'Pedido' },
    reply: cashOutSchema,
    idempotency: 'required',
    errors: [
      'user.notBlocked',
      'decision.own',
      'cashOut.unavailable',
      'cashOut.noAccount',
      'cashOut.accountTooNew',
      'cashOut.noBalance',
      'cashOut.kept',
      'cashOut.owing',
      'cashOut.dayLimit',
      'cashOut.monthLimit',
    ],
    perMinute: 10,
  }),
  'POST /dsb/cash-outs/{id}': route({
    stepUp: true,
    id: 'dsb.decideCashOut',
    summary:
      'Lets a cash-out go, or gives the money back to the earnings with a reason that its owner reads; it stays requested until a second administrator approves, where two are asked for',
    auth: 'admin',
    right: 'money.decide',
    params: z.object({ id: id('cashOut') }),
    body: z.object({ approve: z.boolean(), reason: z.string().trim().max(REASON_MAX).default('') }),
    example: { approve: true },
    reply: z.object({ id: id('cashOut'), status: cashOutStatus }),
    errors: ['cashOut.notFound', 'cashOut.alreadyDecided', 'decision.own', 'decision.proposer'],
  }),
};
