// The queue of identity checks: its counts, its cases, one producer's request, and decisions.
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call } from '../../../client/api/api.ts';
import {
  KINDS,
  type ProducerReference,
  type VerificationKind,
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

/** Cases of one kind in one state, the longest waiting first. */
export const casesQuery = (kind: VerificationKind, state: VerificationState) => {
  const { list, pageSize: limit } = KINDS[kind];
  return infiniteQueryOptions({
    ...RECORDED,
    queryKey: [...keys.cases, kind, state],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => list({ state, limit, offset: pageParam, signal }),
    select: ({ pages }) => pages.flat(),
    getNextPageParam: (page, pages) => (page.length < limit ? undefined : pages.length * limit),
  });
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
  decide: (ruling: { verdict: Verdict; reason: string }) => Promise<boolean>,
) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: decide,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keys.queues }),
        client.invalidateQueries({ queryKey: keys.cases }),
        // Its page closes, and a token that has decided opens nothing.
        client.invalidateQueries({ queryKey: keys.producer, refetchType: 'none' }),
      ]),
  });
};
