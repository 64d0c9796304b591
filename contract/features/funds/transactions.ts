// /dsb/transactions: movements of money for administrators, and setting one right by a new one.
// Source: specification sections 4 and 7, Dashboard.
import { z } from 'zod';
import { REASON_MAX } from '../../limits.ts';
import { route } from '../../route.ts';
import { centavosSchema, id, instant, uuid } from '../../wire.ts';
import { movementKind } from './statements.ts';
import { profileSummarySchema } from '../profiles.ts';

export const transactionAction = z.enum(['release', 'reverse', 'reverse-payment', 'charge-back']);

const count = z.int().min(0);

const heldEvidence = z
  .object({
    accountSince: instant,
    declines: z.object({ account: count, address: count, device: count, bin: count }).meta({
      description:
        'declined cards since the day before the payment: of the account, and of any account from the networks and devices and with the BINs that it used',
    }),
    payments: z
      .object({ count, amount: centavosSchema, returned: count })
      .meta({ description: 'by card besides this one: paid, and charged back' }),
    producers: z
      .array(z.object({ profile: profileSummarySchema, sales: count, amount: centavosSchema }))
      .max(5)
      .meta({ description: 'whom they paid since the week before it, the highest amount first' }),
  })
  .meta({ id: 'HeldPaymentEvidence' });

export const transactionSchema = z
  .object({
    id: id('transfer'),
    kind: movementKind,
    amount: centavosSchema,
    from: profileSummarySchema.nullable(),
    to: profileSummarySchema.nullable(),
    referenceType: z.string().nullable(),
    referenceId: z.string().nullable(),
    reason: z.string().nullable(),
    createdAt: instant,
    releaseAt: instant
      .nullable()
      .meta({ description: "when the producer's share is released, while it is held" }),
    releasedAt: instant.nullable().meta({ description: "when the producer's share was released" }),
    reversedBy: id('transfer').nullable(),
    refund: z
      .enum(['requested', 'done', 'failed'])
      .nullable()
      .meta({ description: 'of its payment, at the gateway' }),
    held: z
      .object({
        reason: z.enum(['acquirer', 'firstCardPayment']),
        until: instant,
        evidence: heldEvidence.nullable().meta({ description: 'null: the account is gone' }),
      })
      .nullable()
      .meta({
        description:
          'a card payment that looks like fraud: its money is locked until an administrator decides, then at the latest',
      }),
    can: z.array(transactionAction),
  })
  .meta({ id: 'Transaction' });

const reason = z.string().trim().min(3).max(REASON_MAX);

/** What all corrections of a movement have in common. */
const correction = {
  auth: 'admin',
  right: 'money.decide',
  stepUp: true,
  params: z.object({ id: id('transfer') }),
  example: { reason: 'Pedido da pessoa, conversa 1234' },
  reply: z.object({ id: id('transfer').meta({ description: 'of the new movement' }) }),
  errors: [
    'decision.own',
    'transaction.notFound',
    'transaction.notPossible',
    'transaction.alreadyReleased',
    'transaction.alreadyReversed',
    'transaction.spent',
  ],
  perMinute: 60,
} as const;

const action = <const Id extends string>(routeId: Id, summary: string) =>
  route({ ...correction, id: routeId, summary, body: z.object({ reason }) });

export const transactionsRoutes = {
  'GET /dsb/transactions': route({
    id: 'dsb.transactions',
    summary:
      'Movements, newest first; found by their id, that of their payment, or the domain name of a person in them',
    auth: 'admin',
    right: 'money.read',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(30),
      before: uuid().optional(),
      search: z.string().trim().max(60).optional(),
      kind: movementKind.optional(),
      held: z
        .stringbool()
        .default(false)
        .meta({ description: 'only payments whose money is locked' }),
    }),
    reply: z.array(transactionSchema),
    list: 'cursor',
  }),
  'POST /dsb/transactions/{id}/release': action(
    'dsb.release',
    "Releases the producer's share of a sale now, or the locked money of a payment under review",
  ),
  'POST /dsb/transactions/{id}/reverse': action(
    'dsb.reverse',
    'Takes a top-up or a sale back; the buyer loses what was bought',
  ),
  'POST /dsb/transactions/{id}/reverse-payment': action(
    'dsb.reversePayment',
    'Takes a top-up back and refunds its payment at the gateway',
  ),
  'POST /dsb/transactions/{id}/charge-back': route({
    ...correction,
    id: 'dsb.chargeBack',
    summary:
      "Records that the card's holder got a payment back through their bank: what it paid is taken back, and what is missing is owed",
    body: z.object({
      reason,
      answerBy: instant.nullable().optional().meta({
        description: 'until when the scheme takes an answer, as the acquirer’s site shows it',
      }),
    }),
  }),
};
