// Live shows in the admin pages: keys and calls.
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Data } from '../../../client/api/api.ts';
import { nextOffset } from '../../../client/next-offset.ts';

export type ModeratedLive = Data<'GET /dsb/lives'>[number];
export type LiveDecision = ModeratedLive['decisions'][number]['decision'];

const all = ['dsb', 'lives'] as const;
const PAGE = 20;
/** Shows change by themselves. */
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
