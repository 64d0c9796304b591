// /studio: what a creator sees of their own work: subscribers and followers.
import { z } from 'zod';
import { LEAVE_REASONS } from '../limits.ts';
import { route } from '../route.ts';
import { SALE_KINDS, type SaleKind } from '../sales.ts';
import { centavosSchema, instant } from '../wire.ts';
import { profileSummarySchema } from './profiles.ts';

/** `subscribers`: with paid access now; `former`: whose paid time is over. */
export const AUDIENCE_KINDS = ['subscribers', 'followers', 'former'] as const;
/** `newest`: since when; `earned`: who brought most; `ending`: whose paid time ends first. */
export const AUDIENCE_SORTS = ['newest', 'earned', 'ending'] as const;

const stopReason = z.enum(['fan', 'planEnded', 'priceRose', 'unpaid', 'permissionEnded']);

const selection = {
  kind: z.enum(AUDIENCE_KINDS).default('subscribers'),
  sort: z.enum(AUDIENCE_SORTS).default('newest').meta({
    description: '`ending` orders followers, who pay for no time, as `newest` does',
  }),
  renewing: z.stringbool().optional().meta({
    description: 'subscribers only: those who renew, or those who do not',
  }),
  search: z.string().trim().max(60).optional().meta({ description: 'in name and domain name' }),
};

const earnedByKind = z.object(
  Object.fromEntries(SALE_KINDS.map((kind) => [kind, centavosSchema])) as Record<
    SaleKind,
    typeof centavosSchema
  >,
);

const audienceMemberSchema = z
  .object({
    profile: profileSummarySchema,
    since: instant.meta({ description: 'of the first subscription, or of the follow' }),
    subscription: z
      .object({
        subscribedUntil: instant,
        renews: z.boolean(),
        monthsPaid: z.int(),
        price: centavosSchema.meta({ description: 'monthly' }),
        stopReason: stopReason.nullable(),
      })
      .nullable(),
    follows: z.boolean(),
    /** After fee and without what was taken back, as in the report of earnings; of all time. */
    earned: z.object({ total: centavosSchema, byKind: earnedByKind }),
    note: z.string().nullable().meta({ description: 'my private note' }),
  })
  .meta({ id: 'AudienceMember' });

export const studioRoutes = {
  'GET /studio/audience': route({
    id: 'studio.audience',
    summary: 'My subscribers, followers or former subscribers, without hidden and removed profiles',
    auth: 'producer',
    query: z.object({
      ...selection,
      limit: z.coerce.number().int().min(1).max(100).default(24),
      before: z.string().max(80).optional().meta({ description: 'cursor of the previous page' }),
    }),
    reply: z.array(audienceMemberSchema),
    list: 'cursor',
    perMinute: 120,
  }),
  'GET /studio/audience/export': route({
    id: 'studio.exportAudience',
    summary: 'The same as a CSV file, from the first row to the last',
    auth: 'producer',
    query: z.object(selection),
    reply: z.null(),
    file: 'text/csv',
    perMinute: 6,
  }),
  'GET /studio/churn': route({
    id: 'studio.churn',
    summary: 'How many subscriptions began and ended in the last days, and why they ended',
    auth: 'producer',
    query: z.object({ days: z.coerce.number().int().min(1).max(366).default(30) }),
    reply: z.object({
      days: z.int(),
      active: z.int().meta({ description: 'with paid access now' }),
      renewing: z.int().meta({ description: 'of these, those who renew' }),
      followers: z.int(),
      began: z.int().meta({ description: 'times of paid access that began, also again' }),
      ended: z.int().meta({ description: 'times of paid access that ended' }),
      churnBps: z.int().nullable().meta({
        description:
          '`ended` per 10,000 times of paid access that the period has a part of; null without any',
      }),
      reasons: z
        .array(
          z.object({
            reason: z.enum([...stopReason.options, ...LEAVE_REASONS, 'unknown']),
            count: z.int(),
          }),
        )
        .max(20)
        .meta({ description: 'of those that ended, most frequent first' }),
    }),
    perMinute: 60,
  }),
};
