// Searching posts.
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../../client/api/api.ts';
import { postKeys } from '../keys.ts';

export const postSearchQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: postKeys.search(q),
    queryFn: ({ pageParam, signal }) =>
      call('GET /posts/search', { query: { q, before: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.cursor ?? null,
  });
