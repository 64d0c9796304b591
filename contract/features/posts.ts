// /posts and /publics/posts: publishing, feeds, likes and unlocking.
import { z } from 'zod';
import {
  LOCALES,
  PRICE_MAX_CENTAVOS,
  PRICE_MIN_CENTAVOS,
  POST_ACTIVE_DAYS_MAX,
  POST_MEDIAS_MAX,
  POST_PERFORMERS_MAX,
  POST_SEARCH_MAX,
  POST_TEXT_MAX,
  TIMELINE_PAGE,
} from '../limits.ts';
import { route } from '../route.ts';
import { amountSchema, centavosSchema, id, instant, page } from '../wire.ts';
import { profileSummarySchema } from './profiles.ts';

/** Source: specification section 3, Post status values. */
export const postStatus = z.enum([
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

/** A media as its viewer may see it: a locked one has no address but its blurred preview. */
export const mediaSchema = z
  .object({
    id: id('media'),
    contentType: z.string(),
    status: z.enum(['created', 'processing', 'processed', 'error']),
    /** Why processing failed, in the reader's language; owner only. */
    errorMessage: z.string().nullable(),
    /**
     * The file's name; of an archive for everybody who may download it, else for the owner only.
     */
    name: z.string().nullable(),
    /** Of an archive. */
    bytes: z.int().nullable(),
    order: z.int(),
    width: z.int().nullable(),
    height: z.int().nullable(),
    thumbhash: z.string().nullable(),
    /** Address of the blurred preview. */
    preview: z.string().nullable(),
    /** Addresses below are null while locked or not processed. */
    url: z.string().nullable(),
    mdThumb: z.string().nullable(),
    lgThumb: z.string().nullable(),
    /** Of video and sound. */
    durationMs: z.int().nullable(),
    /** Percent of the encoding while it runs; owner only. */
    progress: z.int().min(0).max(100).nullable(),
    loops: z.boolean().meta({
      description: 'an animated picture: a short video without sound that is shown again and again',
    }),
    /**
     * HLS master playlist of a video. While `status` is processing it plays the first seconds only.
     */
    m3u8: z.string().nullable(),
    /** The whole video as one MP4, for players without HLS. */
    mp4Output: z.string().nullable(),
    /** A recording as M4A. */
    audio: z.string().nullable(),
    /** An archive to download. */
    download: z.string().nullable(),
    availableResolutions: z
      .string()
      .meta({ description: 'qualities of a video, comma-separated: 240p,360p' }),
    /** A sheet of small frames for scrubbing, in rows of `columns`, one every `intervalMs`. */
    sprite: z
      .object({
        url: z.string(),
        columns: z.int(),
        rows: z.int(),
        frameWidth: z.int(),
        frameHeight: z.int(),
        intervalMs: z.int(),
      })
      .nullable(),
    /** What is said in a video, in text, by language. */
    captions: z.array(z.object({ language: z.enum(LOCALES), url: z.string() })),
    /** Peaks of a recording from 0 to 100, evenly spread. */
    waveform: z.array(z.int()).nullable(),
    createdAt: instant,
  })
  .meta({ id: 'Media' });

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
     * True: anybody; false: members of the profile (its subscribers, or followers as long as it has
     * never sold a plan).
     */
    public: z.boolean(),
    /** HTML-free text; empty while the text itself is locked. */
    text: z.string(),
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
    withheld: z.boolean().meta({
      description: "out of everybody's sight but its owner's: somebody in it no longer consents",
    }),
    liked: z.boolean(),
    saved: z.boolean(),
    totalLikes: z.string(),
    totalComments: z.int(),
    /** People who bought it by itself; owner only. */
    purchases: z.int().nullable(),
    /** People who saved it; owner only. */
    totalSaves: z.int().nullable(),
    enableComments: z.boolean(),
    mine: z.boolean(),
    createdAt: instant,
  })
  .meta({ id: 'Post' });

const postParams = z.object({ id: id('post') });

/** A finished upload to attach. */
export const uploadedMedia = z.object({
  key: z.string().min(1).max(300),
  contentType: z.string().min(1).max(100),
  name: z.string().max(255).optional(),
  etag: z.string().max(100).optional(),
});

/** What a form attaches: a finished upload, or a media of mine that is there already. */
export const givenMedia = z.union([z.object({ id: id('media') }), uploadedMedia]);

const postText = z.string().trim().max(POST_TEXT_MAX);
const postPrice = amountSchema(PRICE_MIN_CENTAVOS, PRICE_MAX_CENTAVOS).nullable();
const activeDays = z.int().min(1).max(POST_ACTIVE_DAYS_MAX).nullable();
const performerIds = z.array(id('performer')).max(POST_PERFORMERS_MAX).meta({
  description:
    'who appears besides me: people of my list who consented and were approved. None: I declare that nobody else appears',
});
const archivedReply = z.object({ archived: z.boolean() });

/** Narrows a list of posts to one. */
const onePost = id('post').optional();

const cursorQuery = z.object({
  limit: z.coerce.number().int().min(1).max(50).default(TIMELINE_PAGE),
  before: z.string().max(200).optional().meta({ description: 'cursor of the previous page' }),
});

export const postsRoutes = {
  'GET /posts/timeline': route({
    id: 'posts.timeline',
    summary:
      'Posts of the people I follow (others=false) or of everybody else (others=true), newest first',
    auth: 'member',
    query: cursorQuery.extend({ others: z.stringbool().default(false) }),
    reply: z.array(postSchema),
    list: 'cursor',
  }),
  'GET /posts/me': route({
    id: 'posts.me',
    summary: 'My own posts but the archived, newest first',
    auth: 'member',
    query: cursorQuery.extend({
      offset: z.coerce
        .number()
        .int()
        .min(0)
        .max(1_000_000)
        .default(0)
        .meta({ description: 'posts to leave out after the cursor' }),
      id: onePost,
    }),
    reply: z.array(postSchema),
    list: 'cursor',
  }),
  'GET /posts/unpublished': route({
    id: 'posts.unpublished',
    summary:
      'My posts that nobody else sees yet: drafts, and those being processed, failed or scheduled',
    auth: 'producer',
    query: z.object({
      ...page(TIMELINE_PAGE, 50),
      id: id('post').optional(),
      draft: z.stringbool().optional().meta({ description: 'true: drafts only; false: none' }),
    }),
    reply: z.array(postSchema),
    list: 'offset',
  }),
  'GET /posts/archiveds': route({
    id: 'posts.archiveds',
    summary: 'My archived posts, the latest archived first',
    auth: 'producer',
    query: z.object({ ...page(TIMELINE_PAGE, 50), id: onePost }),
    reply: z.array(postSchema),
    list: 'offset',
  }),
  'GET /posts/saveds': route({
    id: 'posts.saveds',
    summary: 'Posts I saved and may still see, the latest saved first',
    auth: 'member',
    query: z.object({ ...page(TIMELINE_PAGE, 50), id: onePost }),
    reply: z.array(postSchema),
    list: 'offset',
  }),
  'GET /posts/likeds': route({
    id: 'posts.likeds',
    summary: 'Posts I liked and may still see, the latest liked first',
    auth: 'member',
    query: z.object({ ...page(TIMELINE_PAGE, 50), id: onePost }),
    reply: z.array(postSchema),
    list: 'offset',
  }),
  'GET /profiles/{domainname}/posts': route({
    id: 'profiles.posts',
    summary: 'Posts of one profile, newest first',
    auth: 'optional',
    params: z.object({ domainname: z.string().max(60) }),
    query: cursorQuery,
    reply: z.array(postSchema),
    list: 'cursor',
    errors: ['profile.notFound', 'profile.notLocated', 'profile.blocked'],
  }),
  'GET /posts/search': route({
    id: 'posts.search',
    summary:
      'Public posts with these words or this #tag, newest first; accents and endings make no difference, and locked words are not looked through',
    auth: 'optional',
    query: cursorQuery.extend({
      q: z
        .string()
        .trim()
        .min(1)
        .max(POST_SEARCH_MAX)
        .meta({ description: 'words, "a phrase", -without, or one #tag' }),
    }),
    reply: z.array(postSchema),
    list: 'cursor',
    errors: ['age.proofRequired'],
    perMinute: 60,
  }),
  'GET /publics/posts/featured': route({
    id: 'publics.featured',
    summary: 'Featured posts of the home page',
    auth: 'optional',
    query: z.object(page(12, 30)),
    reply: z.array(postSchema),
    list: 'offset',
  }),
  'POST /posts': route({
    id: 'posts.create',
    summary: 'Publishes a post; its images are processed in the background',
    auth: 'producer',
    body: z.object({
      text: postText.default(''),
      price: postPrice.default(null),
      public: z.boolean().default(true),
      tip: z.boolean().default(true),
      medias: z.array(givenMedia).max(POST_MEDIAS_MAX).default([]).meta({
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
      'post.withheld',
    ],
    perMinute: 30,
  }),
  'GET /posts/{id}': route({
    id: 'posts.get',
    summary: 'One post',
    auth: 'optional',
    params: postParams,
    reply: postSchema,
    errors: ['post.notFound'],
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
      activeDays: activeDays.optional(),
      draft: z.boolean().optional().meta({
        description:
          'false publishes a draft, now or at startWhen; true takes a scheduled one back',
      }),
      performerIds: performerIds.optional().meta({
        description:
          'who appears besides me, all of them; nobody is taken out once others have seen it',
      }),
    }),
    example: { price: 2_990 },
    reply: postSchema,
    errors: [
      'performer.notReady',
      'performer.declared',
      'post.withheld',
      'post.notFound',
      'post.empty',
      'post.sold',
      'post.started',
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
