// Followed profiles and followers: keys and hooks.
import type { Routes } from '@camarim/contract';
import type { ReplyOf } from '@camarim/contract/route';
import { type InfiniteData, infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import { call, type Data } from '../../client/api/api.ts';
import { nextOffset } from '../../client/next-offset.ts';
import { useToggle } from '../../client/use-toggle.ts';

export type FollowDirection = 'followings' | 'followers';
export type FollowListItem = Data<'GET /follows/followings'>[number];
type Page = ReplyOf<Routes['GET /follows/followings']>;

const PAGE = 24;

export const followsQuery = (side: FollowDirection, search: string) =>
  infiniteQueryOptions({
    queryKey: ['follows', side, search],
    queryFn: ({ pageParam, signal }) =>
      call(`GET /follows/${side}`, {
        query: { limit: PAGE, offset: pageParam, ...(search && { search }) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: nextOffset(PAGE),
  });

/**
 * An unfollowed profile stays in the list until the list is reopened, so that a mistake is undone
 * with a second click.
 */
export const useFollowInList = ({ id, domainName, follower }: FollowListItem) => {
  const client = useQueryClient();
  const show = (on: boolean) =>
    client.setQueriesData<InfiniteData<Page>>(
      { queryKey: ['follows'] },
      (cached) =>
        cached && {
          ...cached,
          pages: cached.pages.map((page) => ({
            ...page,
            data: page.data.map((one) => (one.id === id ? { ...one, follower: on } : one)),
          })),
        },
    );
  return useToggle({
    key: `follow-${id}`,
    on: follower,
    show,
    send: async (following) => {
      await call('POST /profiles/{id}/follow', { params: { id }, body: { following } });
      await Promise.all([
        client.invalidateQueries({ queryKey: ['profiles', 'one', domainName] }),
        client.invalidateQueries({ queryKey: ['posts'] }),
      ]);
    },
  });
};
