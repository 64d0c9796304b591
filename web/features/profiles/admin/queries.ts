// Requests to become a producer in the admin pages: keys and calls.
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call, type Data } from '../../../client/api/api.ts';
import { withStepUp } from '../../auth/index.ts';

export type QueueStage = 'requested' | 'approved' | 'rejected';
export type QueuedProducer = Data<'GET /dsb/producer'>[number];
export type ProducerRequest = Data<'GET /dsb/producer/{producerId}'>;
export type Verdict = 'approve' | 'reject' | 'suspend';

/** A request is addressed by profile id or by the token of the email. */
export type ProducerReference = { approveToken: string } | { producerId: string };

const PAGE = 20;
/** Each fetch of a request is recorded as a view, so it is not refetched on window focus. */
const STALE_MS = 240_000;

const keys = {
  all: ['dsb', 'producer'] as const,
  queue: (stage: QueueStage) => ['dsb', 'producer', 'queue', stage] as const,
  one: (producer: ProducerReference) => ['dsb', 'producer', producer] as const,
};

export const queueQuery = (stage: QueueStage) =>
  infiniteQueryOptions({
    queryKey: keys.queue(stage),
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) =>
      (
        await call('GET /dsb/producer', {
          query: { stage, limit: PAGE, offset: pageParam },
          signal,
        })
      ).data,
    select: ({ pages }) => pages.flat(),
    getNextPageParam: (page, pages) => (page.length < PAGE ? undefined : pages.length * PAGE),
  });

export const requestQuery = (producer: ProducerReference) =>
  queryOptions({
    queryKey: keys.one(producer),
    staleTime: STALE_MS,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) =>
      'approveToken' in producer
        ? (await call('GET /profiles/get-approve/{approveToken}', { params: producer, signal }))
            .data
        : (await call('GET /dsb/producer/{producerId}', { params: producer, signal })).data,
  });

export const useDecideRequest = (producer: ProducerReference) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (review: { decision: Verdict; reason: string }) =>
      withStepUp(() =>
        call('POST /profiles/approve-producer', { body: { ...producer, ...review } }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.all, refetchType: 'none' }),
  });
};
