// Asking for help, and being answered.
import { z } from 'zod';
import { HELP_MAX } from '../limits.ts';
import { route } from '../route.ts';
import { centavosSchema, id, instant, page, uuid } from '../wire.ts';
import { STAFF_RIGHTS, STAFF_ROLES } from '../staff.ts';
import { emailAddress, recapcha } from './auth/account.ts';
import { movementKind } from './funds/statements.ts';
import { profileSummarySchema } from './profiles.ts';

/** A page of the statement. */
const REFUND_RECEIPTS_MAX = 100;

/**
 * What a decision that does not stand changes by itself. `none`: nothing any more, because it was
 * decided again or its time is over; `spent`: the money is gone.
 */
const APPEAL_EFFECTS = [
  'restores',
  'removes',
  'unsuspends',
  'reopens',
  'refunds',
  'unblocks',
  'resumes',
  'releases',
  'none',
  'spent',
] as const;
export type AppealEffect = (typeof APPEAL_EFFECTS)[number];

const contestToken = z.string().min(1).max(120).meta({ description: 'of the link in the email' });

const ticket = z
  .object({
    id: uuid(),
    message: z.string(),
    createdAt: instant,
    answer: z.string().nullable(),
    answeredAt: instant.nullable(),
    appeal: z
      .object({
        reason: z.string(),
        decidedAt: instant,
        by: z.enum(['owner', 'reporter', 'depicted']).meta({
          description:
            'reporter: of a person whose report was refused; depicted: whose removal request was',
        }),
        dueAt: instant.meta({ description: 'when it is answered at the latest' }),
        outcome: z.enum(['upheld', 'overturned']).nullable().meta({
          description: 'upheld: the decision stands; null: it waits',
        }),
      })
      .nullable()
      .meta({ description: 'the decision that is appealed against; null for any other request' }),
  })
  .meta({ id: 'Ticket' });

export const helpRoutes = {
  'POST /profiles/help': route({
    idempotency: 'remembered',
    id: 'profiles.help',
    summary: 'Asks the support for help; the answer comes by email',
    auth: 'member',
    body: z.object({
      message: z.string().trim().min(1).max(HELP_MAX),
      decision: uuid().optional().meta({
        description:
          'an appeal against a decision on me, or on what I reported, once: the id in the link of the email about it',
      }),
      refund: id('transfer').optional().meta({
        description:
          'a payment of mine that is to be refunded: the id of its receipt; not with a decision',
      }),
    }),
    reply: ticket,
    errors: [
      'ticket.noDecision',
      'ticket.appealOver',
      'ticket.appealed',
      'ticket.refundAsked',
      'receipt.notFound',
      'validate.invalid',
    ],
    perMinute: 6,
  }),
  'GET /profiles/help': route({
    id: 'profiles.tickets',
    summary: 'What I asked and what was answered, newest first',
    auth: 'member',
    query: z.object(page(20, 50)),
    reply: z.array(ticket),
    list: 'offset',
  }),
  'GET /help/refunds': route({
    id: 'help.refunds',
    summary: 'Which of these payments I asked to have refunded',
    auth: 'member',
    query: z.object({
      receipts: z
        .string()
        .transform((text) => text.split(','))
        .pipe(z.array(id('transfer')).min(1).max(REFUND_RECEIPTS_MAX))
        .meta({ description: 'ids of payments, separated by commas' }),
    }),
    reply: z
      .array(
        z.object({
          receipt: id('transfer'),
          askedAt: instant,
          answeredAt: instant.nullable().meta({ description: 'null: it waits' }),
        }),
      )
      .max(REFUND_RECEIPTS_MAX),
  }),
  'GET /help/decisions': route({
    id: 'help.decisions',
    summary:
      'Decisions that I may contest now: on me, removals and labels of AI of what is mine, and refusals of my reports; newest first',
    auth: 'member',
    reply: z
      .array(
        z.object({
          id: uuid().meta({ description: '`decision` of POST /profiles/help' }),
          by: z.enum(['owner', 'reporter', 'labelled', 'decided']).meta({
            description:
              'owner: mine was removed; labelled: the team decided how mine was made; reporter: what I reported stays; decided: on me, `what` is a sentence',
          }),
          what: z.string().meta({ description: 'the thing with its article' }),
          rule: z.string().nullable(),
          label: z.string().nullable().meta({ description: 'what the label of AI says' }),
          reason: z.string(),
          decidedAt: instant,
          until: instant.meta({ description: 'when it may be contested at the latest' }),
          restored: z.boolean().meta({ description: 'also: taken back after an appeal' }),
          held: z.boolean().meta({
            description:
              'restored, but another decision, a request of a depicted person or a report hides it',
          }),
          appealed: z.boolean(),
        }),
      )
      .max(50),
  }),
  'POST /publics/help': route({
    id: 'publics.help',
    summary: 'Asks the support for help without logging in; the answer goes to the address',
    auth: 'public',
    body: z.object({
      email: emailAddress.meta({ description: 'erased with the answer' }),
      message: z.string().trim().min(1).max(HELP_MAX),
      recapcha,
    }),
    reply: z.null(),
    errors: ['ticket.tooMany', 'auth.captchaRefused', 'auth.captchaUnavailable'],
    perMinute: 6,
  }),
  'POST /publics/help/decision': route({
    id: 'publics.refusal',
    summary:
      'A refused report or removal request of a person without an account, or a block of an account, by the link of the email about it, with its reason and the appeal against it',
    auth: 'optional',
    body: z.object({ token: contestToken }),
    reply: z
      .object({
        kind: z.enum(['report', 'removal', 'block']),
        what: z.string().meta({ description: 'the thing with its article' }),
        reason: z.string(),
        decidedAt: instant,
        until: instant.meta({ description: 'when it may be contested at the latest' }),
        appeal: ticket.nullable(),
      })
      .meta({ id: 'Refusal' }),
    errors: ['token.invalid', 'ticket.noDecision'],
    perMinute: 30,
  }),
  'POST /publics/help/appeal': route({
    id: 'publics.appeal',
    summary:
      'Contests a refusal, or a block of an account, without logging in, once; another person than the one who decided looks at it. The answer is behind the link, and sent to the address if one is given',
    auth: 'optional',
    body: z.object({
      token: contestToken,
      message: z.string().trim().min(1).max(HELP_MAX),
      email: emailAddress.optional().meta({
        description: 'erased with the answer; about a block the address of the account counts',
      }),
    }),
    reply: z.null(),
    errors: ['token.invalid', 'ticket.noDecision', 'ticket.appealOver', 'ticket.appealed'],
    perMinute: 10,
  }),
  'GET /dsb/help': route({
    id: 'dsb.tickets',
    summary:
      'Requests for help: those that wait, the longest first, or those that were answered, newest first',
    auth: 'admin',
    right: 'help.read',
    query: z.object({ ...page(20, 50), answered: z.stringbool().default(false) }),
    reply: z.array(
      ticket.extend({
        profile: profileSummarySchema.nullable().meta({ description: 'null: without an account' }),
        refund: z
          .object({
            id: id('transfer'),
            kind: movementKind,
            amount: centavosSchema,
            to: profileSummarySchema.nullable(),
            paidAt: instant,
            returned: z.boolean().meta({
              description: 'given back since: only the answer is missing',
            }),
          })
          .nullable()
          .meta({ description: 'the payment that is asked back; null for any other request' }),
        email: z.string().nullable().meta({
          description: 'of a person who asked without logging in and waits for the answer',
        }),
        contested: z
          .object({
            act: z
              .string()
              .meta({ description: 'what was decided, in the language of the reader' }),
            deciders: z
              .array(z.object({ domainName: z.string(), role: z.enum(STAFF_ROLES).nullable() }))
              .meta({
                description:
                  'who decided, and who agreed before; role: null after the person left the team. None for a command of the operator',
              }),
            userId: id('user').nullable().meta({
              description: 'whom the decision is on: among the decisions on this person',
            }),
          })
          .nullable()
          .meta({ description: 'the decision that is appealed against, beside `appeal`' }),
        effect: z.enum(APPEAL_EFFECTS).nullable().meta({
          description: 'what happens by itself if the decision does not stand; null: no appeal',
        }),
        right: z.enum(STAFF_RIGHTS).meta({
          description: 'which answering needs; of an appeal beside that to decide about content',
        }),
        mine: z.boolean().meta({
          description:
            'I made the decision that is appealed against, or agreed to it: another administrator answers, while there is one',
        }),
      }),
    ),
    list: 'offset',
  }),
  'POST /dsb/help/{id}': route({
    id: 'dsb.answerTicket',
    summary:
      'Answers a request for help, once. Of an appeal, says whether the decision stands: overturned, `effect` happens: removed content is back as it was, what was reported is removed, a suspension or block ends. Overturning a decision about money, an order or a person needs a fresh proof of identity',
    auth: 'admin',
    right: 'help.decide',
    params: z.object({ id: uuid() }),
    body: z.object({
      answer: z.string().trim().min(1).max(HELP_MAX),
      outcome: z
        .enum(['upheld', 'overturned'])
        .default('upheld')
        .meta({ description: 'of an appeal only' }),
    }),
    reply: ticket.extend({
      restored: z.int().meta({ description: 'how many things are shown again' }),
      stillHeld: z.int().meta({
        description: 'how many were restored, but stay hidden because of something else',
      }),
      waitsForSecond: z.boolean().meta({
        description:
          'what was decided ends when a second administrator agrees: a hold of so much money at PUT /dsb/payout-rules/{producerId}, where it is among the proposals, a suspension at POST /profiles/approve-producer',
      }),
    }),
    errors: [
      'ticket.notFound',
      'ticket.alreadyAnswered',
      'ticket.otherAdmin',
      'decision.own',
      'auth.rightMissing',
      'stepUp.required',
      'report.nothingToRemove',
      'removal.nothingLeft',
      'transaction.spent',
      'transaction.alreadyReversed',
    ],
  }),
};
