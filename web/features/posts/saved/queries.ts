// Lists of posts that go on by their number and not by a cursor: saved, liked, archived, and those
// nobody else sees yet.
import { TIMELINE_PAGE } from '@camarim/contract/limits';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../../shell/api/api.ts';
import { postKeys } from '../post-cache.ts';

export type SavedList = 'saveds' | 'likeds' | 'archiveds' | 'unpublished';

export const savedPostsQuery = (list: SavedList) =>
  infiniteQueryOptions({
    queryKey: postKeys.kept(list),
    queryFn: ({ pageParam, signal }) =>
      call(`GET /posts/${list}`, {
        query: { limit: String(TIMELINE_PAGE), offset: String(pageParam) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (page, _, offset) =>
      page.data.length < TIMELINE_PAGE ? undefined : offset + TIMELINE_PAGE,
  });
