// The queue of identity checks: its counts, its cases, one producer's request, and decisions.
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call } from '../../../client/api/api.ts';
import {
  type AdminCase,
  type CaseFilter,
  KINDS,
  type ProducerReference,
  type VerificationKind,
  type VerificationQueue,
  type VerificationState,
} from './kinds.ts';
import type { Verdict } from './kinds.ts';

/** Each fetch of personal data is recorded as a view, so it is not repeated on window focus. */
const RECORDED = { staleTime: 240_000, refetchOnWindowFocus: false } as const;

const keys = {
  queues: ['dsb', 'verifications', 'queues'] as const,
  cases: ['dsb', 'verifications', 'cases'] as const,
  producer: ['dsb', 'verifications', 'producer'] as const,
};

export const queuesQuery = () =>
  queryOptions({
    queryKey: keys.queues,
    queryFn: async ({ signal }) => (await call('GET /dsb/verifications', { signal })).data,
  });

/** What an administrator sees first: where a request waits. Undefined when none does. */
export const kindToOpen = (
  queues: readonly Pick<VerificationQueue, 'kind' | 'waiting'>[],
): VerificationKind | undefined => queues.find(({ waiting }) => waiting > 0)?.kind;

/** One page; `more`: further ones may follow, also when its cases were decided since. */
type CasePage = { cases: AdminCase[]; more: boolean; cursor: string | null };

const WHOLE: CaseFilter = { search: '', sort: 'oldest' };

/** Cases of one kind in one state, the longest waiting first unless the filter says otherwise. */
export const casesQuery = (
  kind: VerificationKind,
  state: VerificationState,
  filter: CaseFilter = WHOLE,
) => {
  const { list, pageSize: limit } = KINDS[kind];
  return infiniteQueryOptions({
    ...RECORDED,
    queryKey: [...keys.cases, kind, state, filter],
    initialPageParam: { offset: 0, cursor: null as string | null },
    queryFn: async ({ pageParam, signal }): Promise<CasePage> => {
      const { cases, cursor } = await list({ state, filter, limit, ...pageParam, signal });
      const more = cursor === undefined ? cases.length === limit : cursor !== null;
      return { cases, more, cursor: cursor ?? null };
    },
    select: ({ pages }) => pages.flatMap(({ cases }) => cases),
    // Decided cases have left the server's list as well as ours.
    getNextPageParam: ({ more, cursor }, pages) =>
      more
        ? { offset: pages.reduce((count, { cases }) => count + cases.length, 0), cursor }
        : undefined,
  });
};

/**
 * Takes a decided case off the loaded lists. They are not fetched again as long as one of their
 * cases is left: that would record another view of each person who is still on the screen.
 */
export const leaveOut = async (
  client: QueryClient,
  kind: VerificationKind,
  id: string,
): Promise<void> => {
  for (const query of client.getQueryCache().findAll({ queryKey: [...keys.cases, kind] })) {
    const { queryKey } = query;
    const data = client.getQueryData<InfiniteData<CasePage>>(queryKey);
    const had = data?.pages.some(({ cases }) => cases.some((one) => one.id === id));
    if (!data || !had) {
      // It may belong there now: fetched when an administrator opens that list.
      await client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
      continue;
    }
    const pages = data.pages.map((page) => ({
      ...page,
      cases: page.cases.filter((one) => one.id !== id),
    }));
    client.setQueryData(queryKey, { ...data, pages });
    if (pages.every(({ cases }) => cases.length === 0))
      await client.invalidateQueries({ queryKey, exact: true });
  }
};

export const producerQuery = (producer: ProducerReference) =>
  queryOptions({
    ...RECORDED,
    queryKey: [...keys.producer, producer],
    queryFn: async ({ signal }) =>
      'approveToken' in producer
        ? (await call('GET /profiles/get-approve/{approveToken}', { params: producer, signal }))
            .data
        : (await call('GET /dsb/producer/{producerId}', { params: producer, signal })).data,
  });

/** `decide` as in the table of kinds. */
export const useDecide = (
  kind: VerificationKind,
  id: string,
  decide: (ruling: { verdict: Verdict; reason: string }) => Promise<boolean>,
  onDecided: (complete: boolean) => void,
) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: decide,
    // Not of the card, which is left out before its callbacks run.
    onSuccess: (complete) => {
      leaveOut(client, kind, id);
      onDecided(complete);
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keys.queues }),
        // Its page closes, and a token that has decided opens nothing.
        client.invalidateQueries({ queryKey: keys.producer, refetchType: 'none' }),
      ]),
  });
};
