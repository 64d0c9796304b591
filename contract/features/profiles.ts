// /profiles and /publics/profiles: public pages, followers, and who is online.
import { z } from 'zod';
import { route } from '../route.ts';
import { id, instant, page } from '../wire.ts';

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
    /** The viewer has an active subscription. */
    subscriber: z.boolean(),
    blocked: z.boolean(),
    createdAt: instant,
  })
  .meta({ id: 'Profile' });

const profileParams = z.object({ id: id('profile') });

export const profilesRoutes = {
  'GET /publics/profiles/{domainname}': route({
    id: 'publics.profile',
    summary: 'A public profile by its domain name',
    auth: 'optional',
    params: z.object({ domainname: z.string().max(60) }),
    reply: profileSchema,
    errors: ['profile.notFound', 'profile.notLocated', 'profile.blocked'],
  }),
  'GET /publics/profiles/online': route({
    id: 'publics.online',
    summary: 'Producers who are online or were lately, live ones first',
    auth: 'optional',
    query: z.object({ ...page(12, 60), search: z.string().trim().max(60).optional(), followings: z.stringbool().optional() }),
    reply: z.array(profileSummarySchema.extend({ live: z.boolean(), headerMediaThumbs: imageSchema.nullable() })),
    list: 'offset',
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
};
