// Queries of the landing page.
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../client/api/api.ts';
import { postKeys } from '../keys.ts';

const FEATURED = 9;

/** Caches the whole reply, because mutations update lists of posts in place (posts/post-cache). */
export const featuredQuery = () =>
  queryOptions({
    queryKey: postKeys.featured,
    queryFn: ({ signal }) =>
      call('GET /publics/posts/featured', { query: { limit: FEATURED }, signal }),
  });
