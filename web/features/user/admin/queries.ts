// People in the admin pages: keys and calls.
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call, type CallInput, type Data } from '../../../client/api/api.ts';
import { nextOffset } from '../../../client/next-offset.ts';
import { withStepUp } from '../../auth/index.ts';

export type Person = Data<'GET /dsb/user'>[number];
export type PersonDetail = Data<'GET /dsb/user/{userId}'>;
export type PersonId = Person['id'];
export type PeopleFilter = Pick<
  NonNullable<CallInput<'GET /dsb/user'>['query']>,
  'search' | 'role' | 'blocked' | 'producerState' | 'sort'
>;

const keys = { list: ['dsb', 'users'] as const, one: ['dsb', 'user'] as const };

export const peopleQuery = (filter: PeopleFilter) =>
  infiniteQueryOptions({
    queryKey: [...keys.list, filter],
    queryFn: ({ pageParam, signal }) =>
      call('GET /dsb/user', {
        query: { ...filter, ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
    getNextPageParam: (page) => page.cursor ?? null,
  });

/** Each fetch is recorded as a view, so it is not repeated on window focus. */
export const personQuery = (userId: PersonId) =>
  queryOptions({
    queryKey: [...keys.one, userId],
    queryFn: async ({ signal }) =>
      (await call('GET /dsb/user/{userId}', { params: { userId }, signal })).data,
    staleTime: 240_000,
    refetchOnWindowFocus: false,
  });

const FOLLOWS_PAGE = 24;

export type Follow = Data<'GET /dsb/user/{userId}/follows'>[number];

/** Whom a person follows, or who follows them, newest first. */
export const personFollowsQuery = (
  userId: PersonId,
  side: 'follows' | 'followers',
  search: string,
) =>
  infiniteQueryOptions({
    queryKey: [...keys.one, userId, side, search],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) =>
      (
        await call(`GET /dsb/user/{userId}/${side}`, {
          params: { userId },
          query: { limit: FOLLOWS_PAGE, offset: pageParam, ...(search && { search }) },
          signal,
        })
      ).data,
    select: ({ pages }) => pages.flat(),
    getNextPageParam: nextOffset(FOLLOWS_PAGE),
  });

const HANDLED = [400, 403, 409];

/**
 * True when it is so now; false while a second administrator has to agree. `until`: an instant,
 * when the block ends by itself.
 */
export type BlockDecision = { block: boolean; reason: string; until?: string };

export const useDecideBlock = (userId: PersonId) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ block, reason, until }: BlockDecision) => {
      const params = { userId };
      const blocked = block
        ? (
            await withStepUp(() =>
              call('DELETE /dsb/user/{userId}', {
                params,
                body: { reason, ...(until && { until }) },
                handled: HANDLED,
              }),
            )
          ).data.blocked
        : (
            await withStepUp(() =>
              call('POST /dsb/user/{userId}/unblock', {
                params,
                body: { reason },
                handled: HANDLED,
              }),
            )
          ).data.blocked;
      return blocked === block;
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: [...keys.one, userId] }),
        client.invalidateQueries({ queryKey: keys.list }),
      ]),
  });
};

const NOTES_PAGE = 20;

/** Notes of the team about a person, newest first. */
export const staffNotesQuery = (userId: PersonId) =>
  infiniteQueryOptions({
    queryKey: [...keys.one, userId, 'notes'],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) =>
      (
        await call('GET /dsb/user/{userId}/notes', {
          params: { userId },
          query: { limit: NOTES_PAGE, offset: pageParam },
          signal,
        })
      ).data,
    select: ({ pages }) => pages.flat(),
    getNextPageParam: nextOffset(NOTES_PAGE),
  });

export const useAddNote = (userId: PersonId) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (text: string) =>
      call('POST /dsb/user/{userId}/notes', {
        params: { userId },
        body: { text },
        handled: HANDLED,
      }),
    onSettled: () => client.invalidateQueries({ queryKey: [...keys.one, userId, 'notes'] }),
  });
};
