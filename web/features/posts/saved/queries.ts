// Lists of posts with offset pagination: saved, liked, archived and unpublished ones.
import { TIMELINE_PAGE } from '@camarim/contract/limits';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../../client/api/api.ts';
import { postKeys } from '../keys.ts';

export type SavedList = 'saveds' | 'likeds' | 'archiveds' | 'unpublished';

export const savedPostsQuery = (list: SavedList) =>
  infiniteQueryOptions({
    queryKey: postKeys.saved(list),
    queryFn: ({ pageParam, signal }) =>
      call(`GET /posts/${list}`, {
        query: { limit: String(TIMELINE_PAGE), offset: String(pageParam) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (page, _, offset) =>
      page.data.length < TIMELINE_PAGE ? undefined : offset + TIMELINE_PAGE,
  });
