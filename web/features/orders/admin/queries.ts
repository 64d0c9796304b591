// Disputed orders in the admin pages: keys and calls.
import type { Routes } from '@camarim/contract';
import type { BodyInput } from '@camarim/contract/route';
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Data } from '../../../client/api/api.ts';
import { nextOffset } from '../../../client/next-offset.ts';
import { m } from '../../../paraglide/messages.js';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { withStepUp } from '../../auth/index.ts';

export type Dispute = Data<'GET /dsb/orders'>[number];
type OrderDecision = BodyInput<Routes['POST /dsb/orders/{id}']>;
export type Outcome = OrderDecision['outcome'];

const all = ['dsb', 'orders'] as const;
const PAGE = 10;
/** Each fetch is recorded as a view, so it is not refetched on window focus. */
const STALE_MS = 240_000;

export const disputesQuery = (decided: boolean) =>
  infiniteQueryOptions({
    queryKey: [...all, decided],
    staleTime: STALE_MS,
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) =>
      (
        await call('GET /dsb/orders', {
          query: { decided: String(decided) as never, limit: PAGE, offset: pageParam },
          signal,
        })
      ).data,
    select: ({ pages }) => pages.flat(),
    getNextPageParam: nextOffset(PAGE),
  });

export const useDecideOrder = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: OrderDecision & { id: Dispute['id'] }) =>
      withStepUp(() =>
        call('POST /dsb/orders/{id}', { params: { id }, body, handled: [403, 409] }),
      ),
    // Not of the card, which the refreshed list removes before its callbacks run.
    onSuccess: () => showToast(m.dsb_orders_decided(), 'success'),
    onSettled: () => client.invalidateQueries({ queryKey: all }),
  });
};
