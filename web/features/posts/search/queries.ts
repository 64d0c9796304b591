// Searching posts, and suggestions while one types.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, type Data } from '../../../client/api/api.ts';
import { postKeys } from '../keys.ts';

export type Suggestions = Data<'GET /posts/suggestions'>;

export const postSearchQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: postKeys.search(q),
    queryFn: ({ pageParam, signal }) =>
      call('GET /posts/search', {
        query: { q, before: pageParam ?? undefined },
        signal,
        // The page says itself that a proof of age is missing.
        handled: [403],
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.cursor ?? null,
  });

export const suggestionsQuery = (q: string) =>
  queryOptions({
    queryKey: postKeys.suggestions(q),
    queryFn: async ({ signal }) =>
      (await call('GET /posts/suggestions', { query: { q }, signal })).data,
  });
