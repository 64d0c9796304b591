// What visitors see first: keys and hooks.
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shell/api/api.ts';
import { postKeys } from '../posts/post-cache.ts';

const FEATURED = 9;

/**
 * Keeps the whole reply: lists of posts are changed in place wherever they are (posts/post-cache).
 */
export const featuredQuery = () =>
  queryOptions({
    queryKey: postKeys.featured,
    queryFn: ({ signal }) =>
      call('GET /publics/posts/featured', { query: { limit: FEATURED }, signal }),
  });
