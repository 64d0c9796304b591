// /profiles and /publics/profiles: public pages, followers, and who is online.
import { z } from 'zod';
import type { ProfileId } from '../ids.ts';
import { GENDERS, PRODUCER_SORTS, TAG_MAX, VIEW_AS } from '../limits.ts';
import { route } from '../route.ts';
import { centavosSchema, id, instant, page } from '../wire.ts';
import { planSchema, promotionGift } from './tiers.ts';

declare module '../events.ts' {
  interface Topics {
    /** Sockets whose open page is this profile's. */
    profile: ProfileId;
  }
}

/** Sizes and placeholder of an image. Addresses are short-lived and bound to the viewer. */
export const imageSchema = z
  .object({
    url: z.string(),
    mdThumb: z.string(),
    lgThumb: z.string(),
    width: z.int(),
    height: z.int(),
    thumbhash: z.string().meta({ description: 'base64 thumbhash placeholder' }),
  })
  .meta({ id: 'Image' });

/** Enough of a profile for a header, a tile or a comment. Source: specification section 3. */
export const profileSummarySchema = z
  .object({
    id: id('profile'),
    domainName: z.string(),
    exibitionName: z.string(),
    profileImage: z.string().nullable(),
    profileMediaThumbs: imageSchema.nullable(),
    producer: z.boolean(),
    online: z.boolean(),
  })
  .meta({ id: 'ProfileSummary' });

/**
 * How people describe themselves in search: woman, man, trans, nonBinary, couple. Self-chosen and
 * optional.
 */
export const gender = z.enum(GENDERS);

/** A profile as its viewer sees it. Source: specification section 3, Profile. */
export const profileSchema = profileSummarySchema
  .extend({
    publisher: z.boolean(),
    activeCam: z.boolean(),
    about: z.string(),
    headerImage: z.string().nullable(),
    headerMediaThumbs: imageSchema.nullable(),
    settings: z.object({ enableComments: z.boolean() }),
    totalPosts: z.int(),
    totalMedias: z.int(),
    totalLikes: z.int(),
    totalFollowers: z.int(),
    totalFollowing: z.int(),
    /** The viewer follows this profile. */
    follower: z.boolean(),
    /**
     * In lists: the viewer has paid access now. On the profile's own page: the viewer's
     * subscription renews.
     */
    subscriber: z.boolean(),
    blocked: z.boolean(),
    /** The viewer likes this profile. */
    profileLiked: z.boolean(),
    /** How many people like the profile itself; totalLikes are the likes of its posts. */
    totalProfileLikes: z.int(),
    gender: gender.nullable(),
    createdAt: instant,
  })
  .meta({ id: 'Profile' });

/** A profile's page: with the plan it sells, and how the viewer stands to that. */
const publicProfileSchema = profileSchema
  .extend({
    /** The plan in force; null when none is open. */
    tier: planSchema.nullable(),
    /** `subscriber` says whether it renews; this, until when it is paid. */
    subscribedUntil: instant.nullable(),
    /**
     * People with paid access now; the profile's owner only, because it shows what the profile
     * earns.
     */
    totalSubscriber: z.int().nullable(),
  })
  .meta({ id: 'PublicProfile' });

/** As whom the owner of a profile looks at it; others get profile.viewAsOwnerOnly. */
export const viewAs = z
  .enum(VIEW_AS)
  .optional()
  .meta({ description: 'what such a person would get; only on my own profile' });

/** A producer in Explore. */
const profileTileSchema = profileSummarySchema
  .extend({
    live: z.boolean(),
    headerMediaThumbs: imageSchema.nullable(),
    /** Following is enough: they have never sold a plan. */
    free: z.boolean(),
    /** What a month costs, and the best promotion that is open to the viewer, as on their page. */
    plan: z
      .object({
        price: centavosSchema,
        promotion: z
          .object({ ...promotionGift, price: centavosSchema, endWhen: instant })
          .nullable(),
      })
      .nullable(),
    totalPosts: z.int(),
    totalPictures: z.int(),
    totalVideos: z.int(),
    totalFollowers: z.int(),
    /** The tags on most of their public posts; none for those who have not proved their age. */
    tags: z.array(z.string()),
    /** When they were approved. */
    listedAt: instant.nullable(),
  })
  .meta({ id: 'ProfileTile' });

const profileParams = z.object({ id: id('profile') });
const likeReply = z.object({ profileLiked: z.boolean(), totalProfileLikes: z.int() });

export const profilesRoutes = {
  'GET /publics/profiles/{domainname}': route({
    id: 'publics.profile',
    summary: 'A public profile by its domain name',
    auth: 'optional',
    params: z.object({ domainname: z.string().max(60) }),
    query: z.object({ viewAs }),
    reply: publicProfileSchema,
    errors: [
      'profile.notFound',
      'profile.notLocated',
      'profile.blocked',
      'profile.viewAsOwnerOnly',
    ],
  }),
  'GET /publics/profiles/online': route({
    id: 'publics.online',
    summary:
      'Producers, those seen last first unless sorted; lastviewd: those whose page I opened in the last month, newest first',
    auth: 'optional',
    query: z.object({
      ...page(12, 60),
      before: z
        .string()
        .max(200)
        .optional()
        .meta({ description: 'cursor of the previous page, in the same order' }),
      sort: z.enum(PRODUCER_SORTS).default('seen').meta({ description: 'ignored with lastviewd' }),
      search: z
        .string()
        .trim()
        .max(60)
        .optional()
        .meta({ description: 'in name and domain name; accents and case are ignored' }),
      followings: z.stringbool().optional(),
      lastviewd: z.stringbool().optional(),
      gender: gender.optional(),
      free: z.stringbool().optional().meta({ description: 'true: following them is enough' }),
      promotion: z
        .stringbool()
        .optional()
        .meta({ description: 'true: the first month is cheaper for me now, without a code' }),
      online: z.stringbool().optional().meta({ description: 'true: online now' }),
      tag: z
        .string()
        .trim()
        .min(1)
        .max(TAG_MAX)
        .optional()
        .meta({ description: 'on a public post of theirs; accents and case are ignored' }),
    }),
    reply: z.array(profileTileSchema),
    list: 'cursor',
    errors: ['age.proofRequired'],
  }),
  'GET /profiles/recommended': route({
    id: 'profiles.recommended',
    summary:
      'Producers I do not follow yet, each with the reason; new follows and likes count within ten minutes',
    auth: 'member',
    query: z.object({ limit: z.coerce.number().int().min(1).max(24).default(12) }),
    reply: z
      .array(
        profileTileSchema.extend({
          reason: z.discriminatedUnion('kind', [
            z
              .object({
                kind: z.literal('follows'),
                domainName: z.string(),
                exibitionName: z.string(),
              })
              .meta({ description: 'whom I follow; others who follow them follow both' }),
            z
              .object({ kind: z.literal('tag'), tag: z.string() })
              .meta({ description: 'on posts that I liked' }),
          ]),
        }),
      )
      .max(24),
  }),
  'POST /profiles/{id}/follow': route({
    id: 'profiles.follow',
    summary: 'Follows or unfollows: to the state asked for, else flips it',
    auth: 'member',
    params: profileParams,
    body: z.object({ following: z.boolean().optional() }).default({}),
    example: { following: true },
    reply: z.object({ follower: z.boolean(), totalFollowers: z.int() }),
    errors: ['profile.notFound', 'profile.notLocated', 'profile.notSelf', 'profile.blocked'],
  }),
  'POST /profiles/{id}/like-profile': route({
    id: 'profiles.like',
    summary: 'Likes the profile; repeating changes nothing',
    auth: 'member',
    params: profileParams,
    reply: likeReply,
    errors: ['profile.notFound', 'profile.notLocated', 'profile.notSelf', 'profile.blocked'],
  }),
  'DELETE /profiles/{id}/like-profile': route({
    id: 'profiles.unlike',
    summary: 'Takes the like back; repeating changes nothing',
    auth: 'member',
    params: profileParams,
    reply: likeReply,
    errors: ['profile.notFound', 'profile.notLocated', 'profile.notSelf', 'profile.blocked'],
  }),
};
