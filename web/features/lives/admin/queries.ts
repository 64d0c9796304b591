// Live shows in the admin pages: keys and calls.
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call, type Data } from '../../../client/api/api.ts';
import { nextOffset } from '../../../client/next-offset.ts';

export type ModeratedLive = Data<'GET /dsb/lives'>[number];
export type LiveFrame = Data<'GET /dsb/lives/frames'>[number];
export type LiveDecision = ModeratedLive['decisions'][number]['decision'];

const all = ['dsb', 'lives'] as const;
const PAGE = 20;
/** Shows and frames change by themselves. */
const POLL_MS = 10_000;

export const openLivesQuery = () =>
  infiniteQueryOptions({
    queryKey: [...all, 'open'],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) =>
      (await call('GET /dsb/lives', { query: { limit: PAGE, offset: pageParam }, signal })).data,
    select: ({ pages }) => pages.flat(),
    getNextPageParam: nextOffset(PAGE),
    refetchInterval: POLL_MS,
  });

export const framesQuery = () =>
  queryOptions({
    queryKey: [...all, 'frames'],
    queryFn: async ({ signal }) => (await call('GET /dsb/lives/frames', { signal })).data,
    refetchInterval: POLL_MS,
  });

export const useDecideLive = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      id,
      decision,
      reason,
    }: {
      id: ModeratedLive['id'];
      decision: LiveDecision;
      reason: string;
    }) =>
      call('POST /dsb/lives/{id}/decisions', {
        params: { id },
        body: { decision, reason },
        handled: [404, 503],
      }),
    onSettled: () => client.invalidateQueries({ queryKey: all }),
  });
};

export const useReviewFrames = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids: LiveFrame['id'][]) =>
      call('POST /dsb/lives/frames/review', { body: { ids } }),
    onSettled: () => client.invalidateQueries({ queryKey: all }),
  });
};
