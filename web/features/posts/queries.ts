// Posts: keys and queries.
import type { ViewAs } from '@camarim/contract/limits';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../client/api/api.ts';
import { postKeys } from './keys.ts';
import type { PostState } from './post-cache.ts';

export const timelineQuery = (others: boolean) =>
  infiniteQueryOptions({
    queryKey: postKeys.timeline(others),
    queryFn: ({ pageParam, signal }) =>
      call('GET /posts/timeline', {
        query: { others: others ? 'true' : 'false', before: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.cursor ?? null,
  });

/** `seenAs`: as another person sees one's own profile. */
export const profilePostsQuery = (domainName: string, seenAs: ViewAs | null = null) =>
  infiniteQueryOptions({
    queryKey: seenAs ? postKeys.seenAs(domainName, seenAs) : postKeys.profile(domainName),
    queryFn: ({ pageParam, signal }) =>
      call('GET /profiles/{domainname}/posts', {
        params: { domainname: domainName },
        query: { before: pageParam ?? undefined, viewAs: seenAs ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.cursor ?? null,
  });

/** All but the archived, or those in one state. */
export const myPostsQuery = (state: PostState | null = null) =>
  infiniteQueryOptions({
    queryKey: postKeys.mine(state),
    queryFn: ({ pageParam, signal }) =>
      call('GET /posts/me', {
        query: { before: pageParam ?? undefined, state: state ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.cursor ?? null,
  });

/** `seenAs`: as another person sees one's own post. */
export const postQuery = (id: string, seenAs: ViewAs | null = null) =>
  queryOptions({
    queryKey: seenAs ? postKeys.oneSeenAs(id, seenAs) : postKeys.one(id),
    queryFn: ({ signal }) =>
      call('GET /posts/{id}', {
        params: { id },
        signal,
        ...(seenAs && { query: { viewAs: seenAs }, handled: [403, 404] }),
      }),
  });
