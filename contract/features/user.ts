// /dsb/user: people for administrators: found, looked at, blocked and unblocked. Source:
// specification section 7, Dashboard.
import { z } from 'zod';
import { REASON_MAX, STAFF_NOTE_MAX } from '../limits.ts';
import { route } from '../route.ts';
import { STAFF_ROLES } from '../staff.ts';
import { centavosSchema, id, instant, uuid } from '../wire.ts';
import { profileSummarySchema } from './profiles.ts';
import { reportReason, targetKind } from './reports.ts';

/** What a block's reason has at least; the person reads it. */
const BLOCK_REASON_MIN = 3;

/** People of one page of the list, unless said otherwise. */
const USERS_PAGE = 30;

const role = z.enum(['member', 'admin']);
const producerState = z.enum(['member', 'requested', 'approved', 'rejected', 'suspended']);

const block = z.object({
  since: instant,
  until: instant.nullable().meta({ description: 'when it ends by itself; null: never' }),
  reason: z.string(),
});

export const userSchema = z
  .object({
    id: id('user'),
    profile: profileSummarySchema,
    email: z.string(),
    emailConfirmed: z.boolean(),
    role,
    staffRole: z.enum(STAFF_ROLES).nullable().meta({ description: 'of an administrator' }),
    producerState: producerState.meta({
      description: 'of a blocked person, the state that the end of the block gives back',
    }),
    block: block.nullable(),
    createdAt: instant,
    lastSeenAt: instant.nullable(),
  })
  .meta({ id: 'Person' });

const sums = z.object({ in: centavosSchema, out: centavosSchema });

const money = z.object({
  wallet: centavosSchema,
  locked: centavosSchema.meta({ description: 'of payments under review' }),
  escrow: centavosSchema.meta({ description: 'locked in orders and shows' }),
  debt: centavosSchema,
  pending: centavosSchema,
  earnings: centavosSchema,
  walletSums: sums.meta({ description: 'of all time; what moves between own accounts is neither' }),
  earningsSums: sums,
});

const session = z.object({
  id: id('session'),
  device: z.string().nullable(),
  address: z.string().nullable(),
  place: z.string().nullable(),
  createdAt: instant,
  lastUsedAt: instant,
});

const decision = z.object({
  id: z.string(),
  action: z.string().meta({ description: 'as the audit log names it' }),
  text: z.string().meta({ description: 'the action in words, in the language of the viewer' }),
  by: z.string().nullable().meta({ description: 'domain name; null: a job, or a command' }),
  reason: z.string(),
  at: instant,
});

const report = z.object({
  id: uuid(),
  targetKind,
  reason: reportReason,
  createdAt: instant,
  outcome: z.enum(['removed', 'dismissed']).nullable().meta({ description: 'null: not decided' }),
  text: z
    .string()
    .nullable()
    .meta({ description: 'what the reporter wrote; null for those who may not read content' }),
  reference: z.string().meta({ description: 'by which GET /dsb/reports finds it' }),
});

/** Entries of one page of a list about one person, at most. */
const PERSON_PAGE_MAX = 60;

/** The most accounts that one device is shown with. */
const DEVICE_ACCOUNTS_MAX = 10;

const userDetailSchema = userSchema
  .extend({
    about: z.string(),
    counts: z.object({
      followers: z.int(),
      following: z.int(),
      posts: z.int(),
      subscribers: z.int().meta({ description: 'with paid access now' }),
      subscriptions: z.int().meta({ description: 'of theirs, with paid access now' }),
      subscribersRenewing: z.int(),
      subscriptionsRenewing: z.int(),
    }),
    money,
    devices: z.array(
      z.object({
        name: z.string().meta({
          description: 'tells devices apart, also those of different people; made from its hash',
        }),
        lastSeenAt: instant,
        others: z.array(profileSummarySchema).max(DEVICE_ACCOUNTS_MAX).meta({
          description: 'other people who logged in on it, last seen first',
        }),
      }),
    ),
    secondPerson: z.boolean().meta({
      description: 'a block of this person needs the agreement of two administrators',
    }),
    own: z.boolean().meta({ description: 'it is me, whom I can’t block' }),
  })
  .meta({ id: 'PersonDetail' });

const params = z.object({ userId: id('user') });
/** A page of a list about one person, and where the page before ended. */
const pageByCursor = (size: number) => ({
  limit: z.coerce.number().int().min(1).max(PERSON_PAGE_MAX).default(size),
  cursor: z.string().max(60).optional(),
});
const followQuery = z.object({
  ...pageByCursor(24),
  search: z.string().trim().max(60).optional(),
});
const followed = profileSummarySchema.extend({ followedAt: instant });
const blockState = z.object({ id: id('user'), blocked: z.boolean() });

export const userRoutes = {
  'GET /dsb/user': route({
    id: 'dsb.users',
    summary:
      'People, newest or last seen first; found by a part of their name, domain name or email address, without accents. Removed accounts are left out',
    auth: 'admin',
    right: 'users.read',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(USERS_PAGE),
      cursor: z.string().max(60).optional(),
      search: z.string().trim().max(60).optional(),
      role: role.optional(),
      blocked: z.stringbool().optional(),
      producerState: producerState.optional(),
      sort: z.enum(['newest', 'lastSeen']).default('newest'),
    }),
    reply: z.array(userSchema),
    list: 'cursor',
    perMinute: 120,
  }),
  'GET /dsb/user/{userId}': route({
    id: 'dsb.user',
    summary: 'One person: profile, counts, money and devices; each view is recorded',
    auth: 'admin',
    right: 'users.read',
    params,
    reply: userDetailSchema,
    errors: ['user.notFound'],
    perMinute: 60,
  }),
  'GET /dsb/user/{userId}/sessions': route({
    id: 'dsb.userSessions',
    summary: 'Open sessions of a person, the last used first; each view is recorded',
    auth: 'admin',
    right: 'users.read',
    params,
    query: z.object(pageByCursor(20)),
    reply: z.array(session),
    list: 'cursor',
    errors: ['user.notFound'],
    perMinute: 60,
  }),
  'GET /dsb/user/{userId}/reports': route({
    id: 'dsb.userReports',
    summary: 'Reports about a person or what is theirs, or by them, newest first',
    auth: 'admin',
    right: 'users.read',
    params,
    query: z.object({ ...pageByCursor(20), side: z.enum(['about', 'by']).default('about') }),
    reply: z.array(report),
    list: 'cursor',
    errors: ['user.notFound'],
    perMinute: 60,
  }),
  'GET /dsb/user/{userId}/decisions': route({
    id: 'dsb.userDecisions',
    summary: 'What administrators and rules decided about a person, newest first, without views',
    auth: 'admin',
    right: 'users.read',
    params,
    query: z.object({
      ...pageByCursor(50),
      cursor: z
        .string()
        .regex(/^\d{1,18}$/)
        .optional(),
    }),
    reply: z.array(decision),
    list: 'cursor',
    errors: ['user.notFound'],
    perMinute: 60,
  }),
  'GET /dsb/user/{userId}/follows': route({
    id: 'dsb.userFollows',
    summary: 'Whom a person follows, newest first',
    auth: 'admin',
    right: 'users.read',
    params,
    query: followQuery,
    reply: z.array(followed),
    list: 'cursor',
    errors: ['user.notFound'],
    perMinute: 60,
  }),
  'GET /dsb/user/{userId}/followers': route({
    id: 'dsb.userFollowers',
    summary: 'Who follows a person, newest first',
    auth: 'admin',
    right: 'users.read',
    params,
    query: followQuery,
    reply: z.array(followed),
    list: 'cursor',
    errors: ['user.notFound'],
    perMinute: 60,
  }),
  'GET /dsb/user/{userId}/notes': route({
    id: 'dsb.userNotes',
    summary: 'Notes of the team about a person, newest first',
    auth: 'admin',
    right: 'users.read',
    params,
    query: z.object(pageByCursor(20)),
    reply: z.array(
      z.object({
        id: uuid(),
        text: z.string(),
        author: profileSummarySchema.nullable(),
        createdAt: instant,
      }),
    ),
    list: 'cursor',
    errors: ['user.notFound'],
    perMinute: 60,
  }),
  'POST /dsb/user/{userId}/notes': route({
    idempotency: 'accepted',
    id: 'dsb.addUserNote',
    summary:
      'Adds a note about a person, which is never changed; the person gets it, without its author, in an archive of their data',
    auth: 'admin',
    right: 'todo.decide',
    params,
    body: z.object({ text: z.string().trim().min(1).max(STAFF_NOTE_MAX) }),
    example: { text: 'Confirmou o endereço por telefone' },
    reply: z.object({ id: uuid() }),
    errors: ['user.notFound', 'decision.own'],
    perMinute: 60,
  }),
  'DELETE /dsb/user/{userId}': route({
    stepUp: true,
    id: 'dsb.blockUser',
    summary:
      'Blocks a person: sessions end, the profile is hidden, nothing is bought, sold or renewed; the money stays theirs. Not blocked yet while a second administrator has to agree',
    auth: 'admin',
    right: 'users.decide',
    params,
    body: z.object({
      reason: z
        .string()
        .trim()
        .min(BLOCK_REASON_MIN)
        .max(REASON_MAX)
        .meta({ description: 'the person reads it' }),
      until: instant.optional().meta({ description: 'when the block ends by itself' }),
    }),
    example: { reason: 'Spam em mensagens, denúncia 1234' },
    reply: blockState,
    errors: ['user.notFound', 'user.alreadyBlocked', 'decision.own', 'team.lastOwner'],
    perMinute: 60,
  }),
  'POST /dsb/user/{userId}/unblock': route({
    stepUp: true,
    id: 'dsb.unblockUser',
    summary: 'Ends the block of a person, with a reason that the person reads',
    auth: 'admin',
    right: 'users.decide',
    params,
    body: z.object({ reason: z.string().trim().min(BLOCK_REASON_MIN).max(REASON_MAX) }),
    example: { reason: 'Recurso aceito' },
    reply: blockState,
    errors: ['user.notFound', 'user.notBlocked', 'decision.own'],
    perMinute: 60,
  }),
};
