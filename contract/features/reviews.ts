// /dsb/reviews: posts, messages to more than one person and profile images that are held until a
// person of the team has decided, frames of shows, what was decided about a producer, and which
// content is reviewed at all.
import { z } from 'zod';
import { REASON_MAX } from '../limits.ts';
import { route } from '../route.ts';
import { centavosSchema, id, instant, uuid } from '../wire.ts';
import { aiLabelSchema } from './media/ai.ts';
import { mediaSchema } from './media.ts';
import { FRAME_KINDS } from './lives/frames.ts';
import { profileSummarySchema } from './profiles.ts';
import {
  REVIEW_CAUSES,
  REVIEW_KINDS,
  REVIEW_MODES,
  REVIEW_NOTE_MAX,
  REVIEW_REASON_CODES,
  REVIEW_STATES,
  REVIEWS_PAGE,
} from './reviews/reasons.ts';

const reason = z.enum(REVIEW_REASON_CODES);
const cause = z.enum(REVIEW_CAUSES);
const kind = z.enum(REVIEW_KINDS);
const note = z.string().trim().max(REVIEW_NOTE_MAX);

/** What the author of held content sees of its review. */
export const ownReviewSchema = z
  .object({
    state: z.enum(REVIEW_STATES),
    reason: reason.nullable(),
    note: z.string(),
    since: instant,
  })
  .meta({ id: 'OwnReview' });

const waiting = z
  .object({
    id: uuid(),
    kind,
    version: z.int().meta({ description: 'sent back with the decision' }),
    cause,
    createdAt: instant,
    text: z.string(),
    price: centavosSchema.nullable(),
    medias: z.array(mediaSchema).meta({ description: 'in full for this person' }),
    performers: z
      .array(z.object({ stageName: z.string(), verified: z.boolean() }))
      .meta({ description: 'declared besides the producer; verified: approved and consenting' }),
    post: z
      .object({ id: id('post'), ai: aiLabelSchema })
      .nullable()
      .meta({ description: 'what is held is this post, whose label of AI the team can decide' }),
    show: z
      .object({
        id: id('live'),
        ended: z.boolean(),
        frames: z.array(
          z.object({
            id: id('liveFrame'),
            kind: z.enum(FRAME_KINDS),
            takenAt: instant,
            url: z.string().nullable().meta({
              description: 'null: of a private show without a report the picture was dropped',
            }),
          }),
        ),
      })
      .nullable()
      .meta({ description: 'what is reviewed are these frames of this show' }),
    producer: z.object({
      profile: profileSummarySchema,
      since: instant.nullable().meta({ description: 'approval as a producer' }),
      approved: z.int().meta({ description: 'publications that passed a review' }),
      refused: z.int(),
      strikes: z.int().meta({ description: 'that count now' }),
    }),
  })
  .meta({ id: 'ContentReview' });

const decided = z
  .object({
    id: uuid(),
    kind,
    subjectId: uuid(),
    state: z.enum(REVIEW_STATES),
    cause,
    reason: reason.nullable(),
    note: z.string(),
    strike: z.boolean(),
    counts: z.boolean().meta({ description: 'a strike that neither expired nor was taken back' }),
    createdAt: instant,
    decidedAt: instant.nullable(),
    decidedBy: profileSummarySchema.nullable(),
    restoredAt: instant.nullable(),
  })
  .meta({ id: 'DecidedReview' });

const settings = z
  .object({
    posts: z.enum(REVIEW_MODES),
    broadcasts: z.enum(REVIEW_MODES).meta({
      description: 'mass messages, automations and welcome messages',
    }),
    profileImages: z.enum(REVIEW_MODES).meta({
      description:
        'new profile pictures and covers of producers; until a decision the one before is shown',
    }),
    lives: z.enum(REVIEW_MODES).meta({
      description:
        'which frames of party shows wait for a review; frames of reports and those that look like something taken down always do',
    }),
    samplePercent: z.int().min(1).max(100),
    newDays: z.int().min(0).max(365).meta({ description: 'a producer is new for so many days' }),
    newItems: z
      .int()
      .min(0)
      .max(1_000)
      .meta({ description: 'and until so many publications have passed' }),
    strikeDays: z.int().min(1).max(3_650).meta({ description: 'for which a strike counts' }),
  })
  .meta({ id: 'ReviewSettings' });

const params = z.object({ id: uuid() });

export const reviewsRoutes = {
  'GET /dsb/reviews': route({
    id: 'dsb.reviews',
    summary:
      'Held posts, mass messages, automations, welcome messages and profile images whose media are ready, and frames of shows: those that look like something taken down first, then those of reports, then the longest waiting; without those that another person has claimed and my own. Each is recorded as viewed',
    auth: 'admin',
    right: 'content.read',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(20).default(REVIEWS_PAGE),
    }),
    reply: z.object({ items: z.array(waiting).max(20), waiting: z.int() }),
    perMinute: 120,
  }),
  'POST /dsb/reviews/{id}': route({
    id: 'dsb.decideReview',
    summary:
      'Approves held content, which is published then, or refuses it; its author reads the reason. Frames that are refused pause their show',
    auth: 'admin',
    right: 'content.decide',
    params,
    body: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('approved'), version: z.int() }),
      z.object({
        outcome: z.literal('refused'),
        version: z.int(),
        reason,
        note: note.default('').meta({ description: 'its author reads it' }),
      }),
    ]),
    example: { outcome: 'approved', version: 1 },
    reply: z.object({ strikes: z.int().meta({ description: 'of the producer, that count now' }) }),
    errors: [
      'review.notFound',
      'review.alreadyDecided',
      'review.changed',
      'decision.own',
      'decision.claimed',
      'validate.required',
    ],
    perMinute: 240,
  }),
  'POST /dsb/reviews/{id}/restore': route({
    id: 'dsb.restoreReview',
    summary:
      'Takes a refusal back: its strike does not count, and content that was not changed since is published',
    auth: 'admin',
    right: 'content.decide',
    params,
    body: z.object({ reason: z.string().trim().min(1).max(REASON_MAX) }),
    example: { reason: 'O termo de consentimento chegou.' },
    reply: z.object({ published: z.boolean() }),
    errors: ['review.notFound', 'review.notRefused', 'decision.own', 'decision.claimed'],
    perMinute: 60,
  }),
  'GET /dsb/reviews/producer/{producerId}': route({
    id: 'dsb.reviewsOfProducer',
    summary: 'What was decided about a producer’s content, newest first: the log of strikes',
    auth: 'admin',
    right: 'content.read',
    params: z.object({ producerId: id('profile') }),
    query: z.object({ refused: z.stringbool().default(false) }),
    reply: z.object({
      strikes: z.int(),
      approved: z.int(),
      items: z.array(decided).max(50),
    }),
    perMinute: 60,
  }),
  'GET /dsb/review-settings': route({
    id: 'dsb.reviewSettings',
    summary: 'Which content is held, and the versions of that',
    auth: 'admin',
    right: 'settings.read',
    reply: z.object({
      version: z.int().meta({ description: '0: the built-in settings' }),
      settings,
      history: z
        .array(
          z.object({
            version: z.int(),
            reason: z.string(),
            createdAt: instant,
            changedBy: id('profile'),
            settings,
          }),
        )
        .max(20),
    }),
    perMinute: 60,
  }),
  'PUT /dsb/review-settings': route({
    stepUp: true,
    id: 'dsb.changeReviewSettings',
    summary: 'Stores a new version; what is held already stays held',
    auth: 'admin',
    right: 'settings.decide',
    body: z.object({
      version: z.int().min(0).meta({ description: 'that was read' }),
      settings,
      reason: z.string().trim().min(1).max(REASON_MAX),
    }),
    example: {
      version: 0,
      settings: {
        posts: 'newProducers',
        broadcasts: 'newProducers',
        profileImages: 'newProducers',
        lives: 'all',
        samplePercent: 5,
        newDays: 30,
        newItems: 5,
        strikeDays: 180,
      },
      reason: 'Começamos a operar.',
    },
    reply: z.object({ version: z.int() }),
    errors: ['review.settingsChanged'],
    perMinute: 20,
  }),
};

export type ReviewSettings = z.output<typeof settings>;
