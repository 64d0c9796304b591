// Lists of posts: the timeline, my own, a profile's, search, featured ones and the calendar.
import { z } from 'zod';
import {
  POST_STATES,
  CALENDAR_POSTS_MAX,
  POST_SEARCH_MAX,
  SUGGESTED_PEOPLE_MAX,
  SUGGESTED_TAGS_MAX,
  TIMELINE_PAGE,
} from '../../limits.ts';
import { route } from '../../route.ts';
import { id, instant, page } from '../../wire.ts';
import { postSchema } from '../posts.ts';
import { profileSummarySchema } from '../profiles.ts';
import { viewAs } from '../profiles.ts';

/** Narrows a list of posts to one. */
const onePost = id('post').optional();

const cursorQuery = z.object({
  limit: z.coerce.number().int().min(1).max(50).default(TIMELINE_PAGE),
  before: z.string().max(200).optional().meta({ description: 'cursor of the previous page' }),
});

export const postListsRoutes = {
  'GET /posts/timeline': route({
    id: 'posts.timeline',
    summary:
      'Posts of the people I follow (others=false) or of other people (others=true), newest first',
    auth: 'member',
    query: cursorQuery.extend({ others: z.stringbool().default(false) }),
    reply: z.array(postSchema),
    list: 'cursor',
  }),
  'GET /posts/me': route({
    id: 'posts.me',
    summary: 'My own posts, newest first: all but the archived, or those in one state',
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
      state: z.enum(POST_STATES).optional(),
    }),
    reply: z.array(postSchema),
    list: 'cursor',
  }),
  'GET /posts/unpublished': route({
    id: 'posts.unpublished',
    summary: 'My posts that only I see yet: drafts, and those being processed, failed or scheduled',
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
    query: cursorQuery.extend({ viewAs }),
    reply: z.array(postSchema),
    list: 'cursor',
    errors: [
      'profile.notFound',
      'profile.notLocated',
      'profile.blocked',
      'profile.viewAsOwnerOnly',
    ],
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
  'GET /posts/suggestions': route({
    id: 'posts.suggestions',
    summary:
      'While a search is being typed: producers with these words in a name, and tags of public posts that begin so, the most used first; no tags without a proof of age',
    auth: 'optional',
    query: z.object({ q: z.string().trim().min(2).max(POST_SEARCH_MAX) }),
    reply: z.object({
      profiles: z.array(profileSummarySchema).max(SUGGESTED_PEOPLE_MAX),
      tags: z.array(z.string()).max(SUGGESTED_TAGS_MAX),
    }),
    perMinute: 120,
  }),
  'GET /publics/posts/featured': route({
    id: 'publics.featured',
    summary: 'Featured posts of the home page',
    auth: 'optional',
    query: z.object(page(12, 30)),
    reply: z.array(postSchema),
    list: 'offset',
  }),
  'GET /posts/calendar': route({
    id: 'posts.calendar',
    summary: `My posts that begin or end in a span of at most 45 days, earliest start first, at most ${CALENDAR_POSTS_MAX}; neither drafts nor archived ones`,
    auth: 'producer',
    query: z.object({
      from: instant,
      until: instant.meta({ description: 'not itself in the span' }),
    }),
    reply: z.array(postSchema).max(CALENDAR_POSTS_MAX),
    errors: ['validate.invalid'],
  }),
};
