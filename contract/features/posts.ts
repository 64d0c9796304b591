// /posts: publishing, editing, likes and unlocking.
import { z } from 'zod';
import {
  POST_STATES,
  PRICE_MAX_CENTAVOS,
  PRICE_MIN_CENTAVOS,
  POST_ACTIVE_DAYS_MAX,
  POST_MEDIAS_MAX,
  POST_PERFORMERS_MAX,
  POST_TEXT_MAX,
  TRAILER_MAX_SECONDS,
  TRAILER_MIN_SECONDS,
} from '../limits.ts';
import { route } from '../route.ts';
import { amountSchema, centavosSchema, id, instant } from '../wire.ts';
import { attachedMedia, mediaSchema } from './media.ts';
import { aiChoice, aiLabelSchema } from './media/ai.ts';
import { profileSummarySchema, viewAs } from './profiles.ts';
import { ownReviewSchema } from './reviews.ts';

declare module '../events.ts' {
  interface NotifiedLists {
    posts: {
      postId: string;
      status: string;
      /** Progress of the encoding of one media, while it runs. */
      encoding?: { mediaId: string; percent: number };
    };
  }
}

/** Source: specification section 3, Post status values. */
const postStatus = z.enum([
  'error',
  'processed',
  'replicating',
  'transcoding',
  'queue',
  'temporary_processing',
  'temporary_processed',
  'watermarking',
  'watermarked',
  'processing',
  'created',
]);

/** A post as its viewer sees it. Source: specification section 3, Post. */
export const postSchema = z
  .object({
    id: id('post'),
    profileId: id('profile'),
    profile: profileSummarySchema,
    status: postStatus,
    /** Null when it is not sold by itself. */
    price: centavosSchema.nullable(),
    /**
     * True: every viewer and visitor; false: members of the profile (its subscribers, or followers
     * as long as it has never sold a plan).
     */
    public: z.boolean(),
    /** HTML-free text; empty while the text itself is locked. */
    text: z.string(),
    ai: aiLabelSchema.meta({
      description: 'of the post as a whole, its words too; each media has its own',
    }),
    medias: z.array(mediaSchema),
    /** Null when the viewer may see everything; else why not and how much of what is inside. */
    locked: z
      .object({
        reason: z.enum(['price', 'members', 'login', 'age']),
        images: z.int(),
        videos: z.int(),
        audios: z.int(),
        files: z.int(),
        plan: centavosSchema.nullable().meta({
          description: 'monthly price of the subscription that opens it; null when none does',
        }),
        forSubscribers: z.boolean().meta({ description: 'following does not open it' }),
        share: centavosSchema
          .nullable()
          .meta({ description: "the creator's part of the price, without the platform's fee" }),
      })
      .nullable(),
    purchased: z.boolean(),
    tip: z.boolean().meta({ description: 'the post takes tips' }),
    startWhen: instant,
    expiration: instant.nullable(),
    /** How long it is on show from its start on; owner only. */
    activeDays: z.int().nullable(),
    /** Written, and not published until its owner asks. */
    draft: z.boolean(),
    /** At the top of its profile. */
    pinned: z.boolean(),
    archived: z.boolean(),
    state: z.enum(POST_STATES).nullable().meta({ description: 'owner only' }),
    withheld: z.boolean().meta({ description: 'visible to its owner only' }),
    withheldFor: z.enum(['performer', 'report', 'decision', 'removal']).nullable().meta({
      description:
        'why, owner only: a performer withdrew the consent; a report of it, or the request of a depicted person, is to be decided; it was removed by a decision',
    }),
    review: ownReviewSchema
      .nullable()
      .meta({ description: 'of the review that holds it; owner only' }),
    liked: z.boolean(),
    saved: z.boolean(),
    totalLikes: z.string(),
    totalComments: z.int(),
    /** People who bought it, by itself or in a collection; owner only. */
    purchases: z.int().nullable(),
    /** People who saved it; owner only. */
    totalSaves: z.int().nullable(),
    enableComments: z.boolean(),
    mine: z.boolean(),
    createdAt: instant,
  })
  .meta({ id: 'Post' });

const postParams = z.object({ id: id('post') });

const postText = z.string().trim().max(POST_TEXT_MAX);

const postPrice = amountSchema(PRICE_MIN_CENTAVOS, PRICE_MAX_CENTAVOS).nullable();

const activeDays = z.int().min(1).max(POST_ACTIVE_DAYS_MAX).nullable();

const performerIds = z.array(id('performer')).max(POST_PERFORMERS_MAX).meta({
  description:
    'who appears besides me: people of my list who consented and were approved. None: I declare that I appear alone',
});

const trailerSeconds = z
  .int()
  .min(TRAILER_MIN_SECONDS)
  .max(TRAILER_MAX_SECONDS)
  .nullable()
  .meta({ description: 'of a video: how long its trailer is; null for a picture' });

const archivedReply = z.object({ archived: z.boolean() });

export const postsRoutes = {
  'POST /posts': route({
    id: 'posts.create',
    summary: 'Publishes a post; its images are processed in the background',
    auth: 'producer',
    body: z.object({
      text: postText.default(''),
      price: postPrice.default(null),
      public: z.boolean().default(true),
      tip: z.boolean().default(true),
      medias: z.array(attachedMedia).max(POST_MEDIAS_MAX).default([]).meta({
        description:
          'in order: finished uploads of GET /auth/private-upload/{type}, or media of my vault by id',
      }),
      startWhen: instant
        .optional()
        .meta({ description: 'others see it from then on; at once when left out or past' }),
      expiration: instant
        .nullable()
        .default(null)
        .meta({ description: 'others see it until then; or give activeDays' }),
      activeDays: activeDays
        .default(null)
        .meta({ description: 'on show for so many days from its start on' }),
      draft: z
        .boolean()
        .default(false)
        .meta({ description: 'kept, and not published until asked' }),
      performerIds: performerIds.default([]),
      ai: aiChoice.default('none'),
      freePreview: z
        .object({
          index: z
            .int()
            .min(0)
            .max(POST_MEDIAS_MAX - 1)
            .meta({ description: 'position in medias' }),
          seconds: trailerSeconds,
        })
        .nullable()
        .default(null)
        .meta({
          description: 'what everyone sees while the post is locked: a picture, or a trailer',
        }),
    }),
    example: {
      text: 'Terça de ensaio',
      price: 1_990,
      public: true,
      tip: true,
      medias: [
        {
          key: 'uploads/01890a5d-ac96-774b-bcce-b302099a8057/01890a5d-ac96-774b-bcce-b302099a8058',
          contentType: 'image/jpeg',
        },
      ],
    },
    reply: postSchema,
    idempotency: 'accepted',
    errors: [
      'post.empty',
      'post.tooManyMedias',
      'post.oneAudioOnly',
      'media.notFound',
      'upload.notFound',
      'upload.typeNotAllowed',
      'post.notForSale',
      'performer.notReady',
      'performer.noPost',
      'performer.noDownload',
      'media.withheld',
      'post.previewKind',
    ],
    perMinute: 30,
  }),
  'GET /posts/{id}': route({
    id: 'posts.get',
    summary:
      'One post; with viewAs, my own as another person gets it, so not before it is published',
    auth: 'optional',
    params: postParams,
    query: z.object({ viewAs }),
    reply: postSchema,
    errors: ['post.notFound', 'profile.viewAsOwnerOnly'],
  }),
  'GET /posts/{id}/detail': route({
    id: 'posts.detail',
    summary: 'A post of mine with who is declared in it',
    auth: 'producer',
    params: postParams,
    reply: postSchema
      .extend({
        performers: z
          .array(z.object({ id: id('performer'), stageName: z.string() }))
          .meta({ description: 'who is declared in it besides me' }),
      })
      .meta({ id: 'PostDetail' }),
    errors: ['post.notFound'],
  }),
  'PUT /posts/{id}': route({
    id: 'posts.edit',
    summary:
      'Changes a post of mine; what is left out stays. Who bought it keeps it, and a new price is for later buyers',
    auth: 'producer',
    params: postParams,
    body: z.object({
      text: postText
        .optional()
        .meta({ description: 'words that were sold without media stay as they were' }),
      price: postPrice.optional(),
      public: z.boolean().optional(),
      tip: z.boolean().optional(),
      startWhen: instant.optional().meta({ description: 'only before it started' }),
      expiration: instant.nullable().optional(),
      ai: aiChoice.optional().meta({ description: 'what a decision of the team says stays' }),
      activeDays: activeDays.optional(),
      draft: z.boolean().optional().meta({
        description:
          'false publishes a draft, now or at startWhen; true takes a scheduled one back',
      }),
      freePreview: z
        .object({ mediaId: id('media'), seconds: trailerSeconds })
        .nullable()
        .optional()
        .meta({ description: 'what everyone sees while the post is locked; null: nothing' }),
      mediaIds: z.array(id('media')).max(POST_MEDIAS_MAX).optional().meta({
        description: 'the order of its media: all of them, each once',
      }),
      performerIds: performerIds.optional().meta({
        description:
          'who appears besides me, all of them; a performer stays once others have seen the post',
      }),
    }),
    example: { price: 2_990 },
    reply: postSchema,
    errors: [
      'performer.notReady',
      'performer.noPost',
      'performer.noDownload',
      'performer.declared',
      'post.withheld',
      'post.notFound',
      'post.empty',
      'post.sold',
      'post.started',
      'review.sold',
      'post.previewKind',
      'media.notFound',
      'validate.invalid',
    ],
    perMinute: 60,
  }),
  'POST /posts/{id}/archive': route({
    id: 'posts.archive',
    summary: 'Takes a post of mine off every page; those who bought it keep it',
    auth: 'producer',
    params: postParams,
    reply: archivedReply,
    errors: ['post.notFound'],
  }),
  'POST /posts/{id}/unarchive': route({
    id: 'posts.unarchive',
    summary: 'Puts an archived post back',
    auth: 'producer',
    params: postParams,
    reply: archivedReply,
    errors: ['post.notFound'],
  }),
  'POST /posts/{id}/pin': route({
    id: 'posts.pin',
    summary:
      'Pins a post of mine to the top of my profile in place of another, or takes it down: to the state asked for, else flips it',
    auth: 'producer',
    params: postParams,
    body: z.object({ pinned: z.boolean().optional() }).default({}),
    example: { pinned: true },
    reply: z.object({ pinned: z.boolean() }),
    errors: ['post.notFound'],
  }),
  'DELETE /posts/{id}': route({
    id: 'posts.delete',
    summary: 'Deletes a post of mine; those who bought it keep it',
    auth: 'producer',
    params: postParams,
    reply: z.null(),
    errors: ['post.notFound'],
  }),
  'POST /posts/{id}/like': route({
    id: 'posts.like',
    summary: 'Likes or unlikes: to the state asked for, else flips it',
    auth: 'member',
    params: postParams,
    body: z.object({ liked: z.boolean().optional() }).default({}),
    example: { liked: true },
    reply: z.object({ liked: z.boolean(), totalLikes: z.string() }),
    errors: ['post.notFound'],
  }),
  'POST /posts/{id}/save': route({
    id: 'posts.save',
    summary: 'Saves or forgets: to the state asked for, else flips it',
    auth: 'member',
    params: postParams,
    body: z.object({ saved: z.boolean().optional() }).default({}),
    reply: z.object({ saved: z.boolean() }),
    errors: ['post.notFound'],
  }),
  'POST /posts/{id}/purchase': route({
    id: 'posts.purchase',
    summary:
      'Buys a priced post from the wallet; buying what one owns answers the same and charges nothing',
    auth: 'member',
    params: postParams,
    body: z.object({
      price: centavosSchema.meta({
        description: 'the price the person saw; refused when it changed',
      }),
    }),
    example: { price: 1_990 },
    reply: z.object({ transferId: id('transfer'), postId: id('post'), balance: centavosSchema }),
    idempotency: 'required',
    errors: [
      'post.notFound',
      'post.notForSale',
      'profile.notFound',
      'wallet.insufficient',
      'validate.invalid',
    ],
    perMinute: 60,
  }),
};
