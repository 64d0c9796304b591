// Lists of posts on the wire.
import { handlers } from '../../../platform/http/mount.ts';
import type { Ctx } from '../../../context.ts';
import { suggest } from './suggest.ts';
import {
  calendarPosts,
  calendarSpan,
  featuredPosts,
  listPersonalPosts,
  ownPosts,
  profilePosts,
  searchPosts,
  timeline,
  unpublishedPosts,
} from './feeds.ts';

export const feedHandlers = (ctx: Ctx) =>
  handlers({
    'GET /posts/timeline': ({ query, viewer, context: { locale, adult } }) =>
      timeline(ctx, { requester: viewer, locale, adult }, query),
    'GET /posts/me': ({ query, viewer, context: { locale, adult } }) =>
      ownPosts(ctx, { requester: viewer, locale, adult }, query),
    'GET /posts/unpublished': async ({ query, viewer, context: { locale, adult } }) => ({
      data: await unpublishedPosts(ctx, { requester: viewer, locale, adult }, query),
      limit: query.limit,
      offset: query.offset,
    }),
    'GET /posts/calendar': async ({ query, viewer, context: { locale, adult } }) => ({
      data: await calendarPosts(
        ctx,
        { requester: viewer, locale, adult },
        calendarSpan(query.from, query.until),
      ),
    }),
    'GET /posts/archiveds': async ({ query, viewer, context: { locale, adult } }) => ({
      data: await listPersonalPosts(ctx, { requester: viewer, locale, adult }, 'archived', query),
      ...query,
    }),
    'GET /posts/saveds': async ({ query, viewer, context: { locale, adult } }) => ({
      data: await listPersonalPosts(ctx, { requester: viewer, locale, adult }, 'saved', query),
      ...query,
    }),
    'GET /posts/likeds': async ({ query, viewer, context: { locale, adult } }) => ({
      data: await listPersonalPosts(ctx, { requester: viewer, locale, adult }, 'liked', query),
      ...query,
    }),
    'GET /profiles/{domainname}/posts': ({ params, query, context }) =>
      profilePosts(ctx, context, params.domainname, query),
    'GET /posts/search': ({ query, context }) => searchPosts(ctx, context, query),
    'GET /posts/suggestions': async ({ query, context }) => ({
      data: await suggest(ctx, context, query.q),
    }),
    'GET /publics/posts/featured': async ({ query, context }) => ({
      data: await featuredPosts(ctx, context, query),
      limit: query.limit,
      offset: query.offset,
    }),
  });
