// Removal requests in the admin pages: keys and calls.
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { REMOVAL_ITEMS_PAGE } from '@camarim/contract/features/removals/limits';
import type { MediaId } from '@camarim/contract/ids';
import { call, type Data } from '../../../client/api/api.ts';
import { nextOffset } from '../../../client/next-offset.ts';
import { m } from '../../../paraglide/messages.js';
import { showToast } from '../../../ui/overlays/toasts.ts';

export type RemovalCase = Data<'GET /dsb/removals'>[number];
export type Outcome = NonNullable<RemovalCase['decision']>['outcome'];

const all = ['dsb', 'removals'] as const;
const PAGE = 5;
/** Each fetch is recorded as a view, so it is not refetched on window focus. */
const STALE_MS = 240_000;

export const removalsQuery = (decided: boolean) =>
  infiniteQueryOptions({
    queryKey: [...all, decided],
    staleTime: STALE_MS,
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) =>
      (
        await call('GET /dsb/removals', {
          query: { decided: String(decided) as never, limit: PAGE, offset: pageParam },
          signal,
        })
      ).data,
    select: ({ pages }) => pages.flat(),
    getNextPageParam: nextOffset(PAGE),
  });

/** The media after those that the list shows; fetched when a person asks for them. */
export const moreItemsQuery = ({ id, found }: Pick<RemovalCase, 'id' | 'found'>) =>
  infiniteQueryOptions({
    // Another number of media begins again: they are in another order.
    queryKey: [...all, id, found],
    staleTime: STALE_MS,
    enabled: false,
    initialPageParam: REMOVAL_ITEMS_PAGE,
    queryFn: async ({ pageParam: offset, signal }) =>
      (
        await call('GET /dsb/removals/{id}/items', {
          params: { id },
          query: { offset, limit: REMOVAL_ITEMS_PAGE },
          signal,
        })
      ).data,
    getNextPageParam: (_, pages) => {
      const next = REMOVAL_ITEMS_PAGE * (pages.length + 1);
      return next < found ? next : undefined;
    },
  });

export const useDecideRemoval = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      id,
      ...body
    }: {
      id: string;
      outcome: Outcome;
      reason: string;
      found: number;
      keep: MediaId[];
    }) => call('POST /dsb/removals/{id}', { params: { id }, body, handled: [404, 409] }),
    // Not of the card, which the refreshed list removes before its callbacks run.
    onSuccess: () => showToast(m.dsb_decided(), 'success'),
    onSettled: () => client.invalidateQueries({ queryKey: all }),
  });
};
