// Reviews of the three identity checks (age, performers, producers): keys and calls.
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call, type Data } from '../../../client/api/api.ts';
import { withStepUp } from '../../auth/index.ts';

export type AgeReview = Data<'GET /dsb/age'>[number];
export type PerformerReview = Data<'GET /dsb/performers'>[number];
export type QueueStage = 'requested' | 'approved' | 'rejected';
export type QueuedProducer = Data<'GET /dsb/producer'>[number];
export type ProducerRequest = Data<'GET /dsb/producer/{producerId}'>;
export type Verdict = 'approve' | 'reject' | 'suspend';

/** A request is addressed by profile id or by the token of the email. */
export type ProducerReference = { approveToken: string } | { producerId: string };

const PAGE = 20;
/** Each fetch of personal data is recorded as a view, so it is not repeated on window focus. */
const RECORDED = { staleTime: 240_000, refetchOnWindowFocus: false } as const;

const keys = {
  age: ['dsb', 'age'] as const,
  performers: ['dsb', 'performers'] as const,
  producers: ['dsb', 'producer'] as const,
};

export const agesQuery = () =>
  queryOptions({
    ...RECORDED,
    queryKey: keys.age,
    queryFn: async ({ signal }) =>
      (await call('GET /dsb/age', { query: { limit: 10, offset: 0 }, signal })).data,
  });

export const performersQuery = (review: PerformerReview['review']) =>
  queryOptions({
    ...RECORDED,
    queryKey: [...keys.performers, review],
    queryFn: async ({ signal }) =>
      (await call('GET /dsb/performers', { query: { review, limit: 10, offset: 0 }, signal })).data,
  });

export const producersQuery = (stage: QueueStage) =>
  infiniteQueryOptions({
    queryKey: [...keys.producers, 'queue', stage],
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

export const producerQuery = (producer: ProducerReference) =>
  queryOptions({
    ...RECORDED,
    queryKey: [...keys.producers, producer],
    queryFn: async ({ signal }) =>
      'approveToken' in producer
        ? (await call('GET /profiles/get-approve/{approveToken}', { params: producer, signal }))
            .data
        : (await call('GET /dsb/producer/{producerId}', { params: producer, signal })).data,
  });

export const useDecideAge = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string; verified: boolean; reason: string }) =>
      withStepUp(() => call('POST /dsb/age/{id}', { params: { id }, body })),
    onSettled: () => client.invalidateQueries({ queryKey: keys.age }),
  });
};

export const useDecidePerformer = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      id,
      ...body
    }: {
      id: string;
      decision: PerformerReview['can'][number];
      reason: string;
    }) => withStepUp(() => call('POST /dsb/performers/{id}', { params: { id }, body })),
    onSettled: () => client.invalidateQueries({ queryKey: keys.performers }),
  });
};

export const useDecideProducer = (producer: ProducerReference) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (review: { decision: Verdict; reason: string }) =>
      withStepUp(() =>
        call('POST /profiles/approve-producer', { body: { ...producer, ...review } }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.producers, refetchType: 'none' }),
  });
};
