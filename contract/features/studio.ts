// /studio: what a producer sees of their own work: subscribers and followers, statistics, and the
// first steps after approval.
import { z } from 'zod';
import {
  AUDIENCE_KINDS,
  AUDIENCE_SORTS,
  LAST_SEEN,
  LEAVE_REASONS,
  STATISTICS_FOLLOWERS_MIN,
  WATCHED_MAX_SECONDS,
} from '../limits.ts';
import { route } from '../route.ts';
import { SALE_KINDS, type SaleKind } from '../sales.ts';
import { centavosSchema, id, instant } from '../wire.ts';
import { profileSummarySchema } from './profiles.ts';

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
    /** No instant: a producer learns who is still here, not the hours of a fan. */
    lastSeen: z.enum(LAST_SEEN),
    /** After fee and without what was taken back, as in the report of earnings; of all time. */
    earned: z.object({ total: centavosSchema, byKind: earnedByKind }),
    note: z.string().nullable().meta({ description: 'my private note' }),
  })
  .meta({ id: 'AudienceMember' });

/** Counts of one day, or of a period. */
const activity = {
  profileViews: z.int().meta({ description: 'viewers of the page, each once a day' }),
  postViews: z.int().meta({ description: 'viewers of posts, each once a day and post' }),
  likes: z.int(),
  comments: z.int(),
  unlocks: z.int(),
  followers: z.int().meta({ description: 'new ones who still follow' }),
  earned: centavosSchema.meta({ description: 'as in the report of earnings' }),
};

const period = { from: z.iso.date(), to: z.iso.date() };

const VIEWS_MAX = 50;

export const studioRoutes = {
  'GET /studio/first-steps': route({
    id: 'studio.firstSteps',
    summary: 'What an approved creator has done of the first steps, from what is there',
    auth: 'producer',
    reply: z.object({
      picture: z.boolean(),
      plan: z.boolean(),
      payoutAccount: z.boolean(),
      firstPost: z.boolean(),
      shared: z.boolean().meta({ description: 'another person has seen the page' }),
      dismissed: z.boolean(),
      undeclared: z.int().meta({
        description:
          'my posts with media that do not say who appears in them, up to 1,000; asked for whether the list was put away or not',
      }),
    }),
  }),
  'PUT /studio/first-steps': route({
    id: 'studio.dismissFirstSteps',
    summary: 'Puts the list of first steps away, or shows it again',
    auth: 'producer',
    body: z.object({ dismissed: z.boolean() }),
    example: { dismissed: true },
    reply: z.null(),
  }),
  'POST /studio/views': route({
    id: 'studio.countViews',
    summary:
      'Posts that were on the screen for a second, and how long their videos were played; own ones never count',
    auth: 'optional',
    body: z.object({
      postIds: z
        .array(id('post'))
        .max(VIEWS_MAX)
        .default([])
        .meta({ description: 'each counts once per viewer and day' }),
      watched: z
        .array(z.object({ postId: id('post'), seconds: z.int().min(1).max(WATCHED_MAX_SECONDS) }))
        .max(VIEWS_MAX)
        .default([])
        .meta({
          description:
            'seconds of playing since the last call, of posts that the viewer has full access to; a viewer counts for no more than the duration of the post’s videos a day, and than the time that has passed',
        }),
    }),
    example: { postIds: ['01890000-0000-7000-8000-000000000000'] },
    reply: z.null(),
    perMinute: 60,
  }),
  'GET /studio/statistics': route({
    id: 'studio.statistics',
    summary: 'Views, likes, comments, unlocks, followers and earnings by day and by post',
    auth: 'producer',
    query: z.object({
      from: z.iso.date().optional(),
      to: z.iso
        .date()
        .optional()
        .meta({ description: 'days of São Paulo, the last 30 unless said' }),
    }),
    reply: z.object({
      ...period,
      days: z.array(z.object({ day: z.iso.date(), ...activity })).max(366),
      totals: z.object(activity),
      before: z
        .object({ ...period, ...activity })
        .meta({ description: 'totals of as many days before' }),
      posts: z
        .array(
          z.object({
            id: id('post'),
            text: z.string(),
            publishedAt: instant,
            views: z.int(),
            likes: z.int(),
            comments: z.int(),
            unlocks: z.int(),
            earned: centavosSchema,
            /** How long its videos were played; null for a post without one. */
            watchedSeconds: z.int().nullable(),
          }),
        )
        .max(50)
        .meta({ description: 'posts with activity in the period, most viewed first' }),
      hours: z
        .array(
          z.object({
            weekday: z.int().min(1).max(7).meta({ description: '1 is Monday' }),
            hour: z.int().min(0).max(23),
            views: z.int(),
            sales: z.int().meta({ description: 'tips and unlocks; renewals happen by the clock' }),
            followers: z.int().meta({
              description: `followers who were online, each once an hour; 0 with fewer than ${STATISTICS_FOLLOWERS_MIN} followers`,
            }),
          }),
        )
        .max(168)
        .meta({ description: 'hours of São Paulo in which something happened' }),
    }),
    perMinute: 60,
  }),
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
