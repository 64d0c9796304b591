// /collections: posts of one producer that are sold together.
import { z } from 'zod';
import type { Id } from '../ids.ts';
import {
  COLLECTION_OFFERS_EACH,
  COLLECTION_OFFERS_POSTS,
  COLLECTION_POSTS_MAX,
  COLLECTION_POSTS_MIN,
  COLLECTION_TEXT_MAX,
  COLLECTION_TITLE_MAX,
  COLLECTIONS_PAGE,
  PRICE_MAX_CENTAVOS,
  PRICE_MIN_CENTAVOS,
} from '../limits.ts';
import { route } from '../route.ts';
import { amountSchema, centavosSchema, id, instant, page } from '../wire.ts';
import { mediaSchema } from './media.ts';
import { postSchema } from './posts.ts';
import { profileSummarySchema } from './profiles.ts';

export type CollectionId = Id<'collection'>;

/** The sum of the prices of posts; null when one of them is not sold by itself. */
const separately = centavosSchema.nullable().meta({
  description: 'the prices of these posts added up; null when one is not sold by itself',
});

/** A collection as its viewer sees it. */
export const collectionSchema = z
  .object({
    id: id('collection'),
    profileId: id('profile'),
    profile: profileSummarySchema,
    title: z.string().meta({
      description: 'empty, as the text, without the proof of age that the place requires',
    }),
    text: z.string(),
    price: centavosSchema.meta({ description: 'of all its posts together' }),
    postIds: z.array(id('post')).meta({
      description: 'in their order: those that are sold with it now; for its owner all',
    }),
    separately,
    offer: z
      .object({
        price: centavosSchema.meta({
          description: 'the price less the share of what the viewer has bought already',
        }),
        postIds: z.array(id('post')).meta({ description: 'what the viewer would buy' }),
        separately,
      })
      .nullable()
      .meta({
        description:
          'what the viewer can buy; for its owner what a new buyer can. Null when it is not on sale, or when the viewer has bought everything',
      }),
    owned: z.int().meta({ description: 'how many of its posts the viewer has bought' }),
    purchased: z.boolean().meta({ description: 'the viewer bought it' }),
    covers: z.array(mediaSchema).meta({ description: 'media of its first posts' }),
    paused: z.boolean(),
    sales: z.int().nullable().meta({ description: 'purchases that were not returned; owner only' }),
    earned: centavosSchema
      .nullable()
      .meta({ description: "the producer's share of these; owner only" }),
    mine: z.boolean(),
    createdAt: instant,
  })
  .meta({ id: 'Collection' });

/** What a locked post says of a collection that sells it, too. */
const collectionOfferSchema = z
  .object({
    postId: id('post'),
    collectionId: id('collection'),
    title: z.string().meta({ description: 'as in Collection' }),
    price: centavosSchema.meta({ description: 'what the viewer would pay' }),
    posts: z.int().meta({ description: 'how many posts the viewer would get' }),
  })
  .meta({ id: 'CollectionOffer' });

const params = z.object({ id: id('collection') });

const fields = {
  title: z.string().trim().min(1).max(COLLECTION_TITLE_MAX),
  text: z.string().trim().max(COLLECTION_TEXT_MAX),
  price: amountSchema(PRICE_MIN_CENTAVOS, PRICE_MAX_CENTAVOS),
  postIds: z
    .array(id('post'))
    .min(COLLECTION_POSTS_MIN)
    .max(COLLECTION_POSTS_MAX)
    .refine((ids) => new Set(ids).size === ids.length)
    .meta({ description: 'posts of mine with a price or for members only, each once' }),
};

export const collectionsRoutes = {
  'GET /collections': route({
    id: 'collections.list',
    summary:
      'Collections of a profile that are on sale, newest first; without profileId all of mine',
    auth: 'optional',
    query: z.object({ ...page(COLLECTIONS_PAGE, 50), profileId: id('profile').optional() }),
    reply: z.array(collectionSchema),
    list: 'offset',
    errors: ['profile.notFound'],
  }),
  'GET /collections/purchased': route({
    id: 'collections.purchased',
    summary: 'Collections that I bought and may still see, the latest bought first',
    auth: 'member',
    query: z.object(page(COLLECTIONS_PAGE, 50)),
    reply: z.array(collectionSchema),
    list: 'offset',
  }),
  'GET /collections/offers': route({
    id: 'collections.offers',
    summary:
      'For posts on the screen the newest collections in which I can buy them, in the order of the posts',
    auth: 'optional',
    query: z.object({
      postIds: z
        .string()
        .transform((text) => text.split(','))
        .pipe(z.array(id('post')).min(1).max(COLLECTION_OFFERS_POSTS))
        .meta({ description: 'ids, separated by commas' }),
    }),
    reply: z.array(collectionOfferSchema).max(COLLECTION_OFFERS_POSTS * COLLECTION_OFFERS_EACH),
  }),
  'GET /collections/{id}': route({
    id: 'collections.get',
    summary: 'One collection; one that is not on sale is found by its owner and its buyers only',
    auth: 'optional',
    params,
    reply: collectionSchema,
    errors: ['collection.notFound'],
  }),
  'GET /collections/{id}/posts': route({
    id: 'collections.posts',
    summary:
      'What is in a collection, in its order; for a buyer, then what else they bought with it: more than it may hold, when its posts were exchanged between purchases',
    auth: 'optional',
    params,
    query: z.object(page(COLLECTION_POSTS_MAX, 2 * COLLECTION_POSTS_MAX)),
    reply: z.array(postSchema),
    list: 'offset',
    errors: ['collection.notFound'],
  }),
  'POST /collections': route({
    id: 'collections.create',
    summary: 'Groups posts of mine under a title and a price',
    auth: 'producer',
    body: z.object({ ...fields, text: fields.text.default('') }),
    example: {
      title: 'Ensaios de outubro',
      text: 'Os três ensaios do mês',
      price: 4_990,
      postIds: ['01890a5d-ac96-774b-bcce-b302099a8057', '01890a5d-ac96-774b-bcce-b302099a8058'],
    },
    reply: collectionSchema,
    idempotency: 'accepted',
    errors: [
      'collection.tooMany',
      'collection.postNotLocked',
      'performer.noResale',
      'validate.invalid',
    ],
    perMinute: 30,
  }),
  'PUT /collections/{id}': route({
    id: 'collections.edit',
    summary:
      'Changes a collection of mine; what is left out stays. Its buyers keep what they bought, and get nothing that is added later',
    auth: 'producer',
    params,
    body: z.object({
      title: fields.title.optional(),
      text: fields.text.optional(),
      price: fields.price.optional(),
      postIds: fields.postIds.optional(),
      paused: z.boolean().optional().meta({ description: 'true takes it off sale' }),
    }),
    example: { price: 3_990 },
    reply: collectionSchema,
    errors: [
      'collection.notFound',
      'collection.postNotLocked',
      'performer.noResale',
      'validate.invalid',
    ],
    perMinute: 60,
  }),
  'DELETE /collections/{id}': route({
    id: 'collections.delete',
    summary: 'Takes a collection of mine down; its buyers keep what they bought',
    auth: 'producer',
    params,
    reply: z.null(),
    errors: ['collection.notFound'],
  }),
  'POST /collections/{id}/purchase': route({
    id: 'collections.purchase',
    summary:
      'Buys those posts of a collection that I have not bought, from the wallet; the same purchase again answers the same and charges nothing',
    auth: 'member',
    params,
    body: z.object({
      price: centavosSchema.meta({ description: 'the price of the offer that the person saw' }),
      postIds: z
        .array(id('post'))
        .min(1)
        .max(COLLECTION_POSTS_MAX)
        .meta({ description: 'the posts of that offer; refused when either has changed' }),
    }),
    example: { price: 4_990, postIds: ['01890a5d-ac96-774b-bcce-b302099a8057'] },
    reply: z.object({
      transferId: id('transfer'),
      collectionId: id('collection'),
      balance: centavosSchema,
    }),
    idempotency: 'required',
    errors: [
      'collection.notFound',
      'collection.notForSale',
      'collection.changed',
      'profile.notFound',
      'wallet.insufficient',
    ],
    perMinute: 60,
  }),
};
