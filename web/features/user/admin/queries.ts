// People in the admin pages: keys and calls.
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call, type CallInput, type Data } from '../../../client/api/api.ts';
import { withStepUp } from '../../auth/index.ts';

export type Person = Data<'GET /dsb/user'>[number];
export type PersonDetail = Data<'GET /dsb/user/{userId}'>;
export type PersonId = Person['id'];
export type PeopleFilter = Pick<
  NonNullable<CallInput<'GET /dsb/user'>['query']>,
  'search' | 'role' | 'blocked' | 'producerState' | 'sort'
>;

const keys = { list: ['dsb', 'users'] as const, one: ['dsb', 'user'] as const };

type Page<Item> = { data: Item[]; cursor?: string | null };

/** A list in pages; each asks for what comes after the cursor of the page before. */
const listQuery = <Item>(
  queryKey: readonly unknown[],
  load: (page: { cursor?: string }, signal: AbortSignal) => Promise<Page<Item>>,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => load(pageParam ? { cursor: pageParam } : {}, signal),
    initialPageParam: null as string | null,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
    getNextPageParam: (page) => page.cursor ?? null,
  });

export const peopleQuery = (filter: PeopleFilter) =>
  listQuery([...keys.list, filter], (page, signal) =>
    call('GET /dsb/user', { query: { ...filter, ...page }, signal }),
  );

/** Each fetch is recorded as a view, so it is not repeated on window focus. */
const RECORDED = { staleTime: 240_000, refetchOnWindowFocus: false } as const;

export const personQuery = (userId: PersonId) =>
  queryOptions({
    queryKey: [...keys.one, userId],
    queryFn: async ({ signal }) =>
      (await call('GET /dsb/user/{userId}', { params: { userId }, signal })).data,
    ...RECORDED,
  });

export type Follow = Data<'GET /dsb/user/{userId}/follows'>[number];
export type Session = Data<'GET /dsb/user/{userId}/sessions'>[number];
export type Report = Data<'GET /dsb/user/{userId}/reports'>[number];
export type Decision = Data<'GET /dsb/user/{userId}/decisions'>[number];

/** Whom a person follows, or who follows them, newest first. */
export const personFollowsQuery = (
  userId: PersonId,
  side: 'follows' | 'followers',
  search: string,
) =>
  listQuery<Follow>([...keys.one, userId, side, search], (page, signal) =>
    call(`GET /dsb/user/{userId}/${side}`, {
      params: { userId },
      query: { ...page, ...(search && { search }) },
      signal,
    }),
  );

/** Open sessions, the last used first. Each fetch is recorded as a view. */
export const personSessionsQuery = (userId: PersonId) => ({
  ...listQuery<Session>([...keys.one, userId, 'sessions'], (query, signal) =>
    call('GET /dsb/user/{userId}/sessions', { params: { userId }, query, signal }),
  ),
  ...RECORDED,
});

/** Reports about a person, or by them, newest first. */
export const personReportsQuery = (userId: PersonId, side: 'about' | 'by') =>
  listQuery<Report>([...keys.one, userId, 'reports', side], (page, signal) =>
    call('GET /dsb/user/{userId}/reports', {
      params: { userId },
      query: { ...page, side },
      signal,
    }),
  );

/** Decisions about a person, newest first. */
export const personDecisionsQuery = (userId: PersonId) =>
  listQuery<Decision>([...keys.one, userId, 'decisions'], (query, signal) =>
    call('GET /dsb/user/{userId}/decisions', { params: { userId }, query, signal }),
  );

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

/** Notes of the team about a person, newest first. */
export const staffNotesQuery = (userId: PersonId) =>
  listQuery([...keys.one, userId, 'notes'], (query, signal) =>
    call('GET /dsb/user/{userId}/notes', { params: { userId }, query, signal }),
  );

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
