// Custom orders: queries, and the calls of both sides.
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { ORDERS_PAGE } from '@camarim/contract/limits';
import type { Routes } from '@camarim/contract';
import type { BodyInput } from '@camarim/contract/route';
import { call, type Data, newIdempotencyKey } from '../../client/api/api.ts';
import { nextOffset } from '../../client/next-offset.ts';
import { orderKeys } from './keys.ts';

export type Order = Data<'GET /orders/{id}'>;
export type OrderAction = Order['actions'][number];

export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: orderKeys.one(id),
    queryFn: async ({ signal }) =>
      (await call('GET /orders/{id}', { params: { id: id as Order['id'] }, signal })).data,
  });

/** Newest first. */
export const ordersQuery = () =>
  infiniteQueryOptions({
    queryKey: orderKeys.lists,
    queryFn: async ({ pageParam, signal }) =>
      (await call('GET /orders', { query: { limit: ORDERS_PAGE, offset: pageParam }, signal }))
        .data,
    initialPageParam: 0,
    getNextPageParam: nextOffset(ORDERS_PAGE),
  });

/** Refusals that are shown beside what is to be corrected. */
const HANDLED = [400, 409, 429] as const;

export const askForOrder = (body: BodyInput<Routes['POST /orders']>, idempotencyKey: string) =>
  call('POST /orders', { body, idempotencyKey, handled: HANDLED });

/** What one of the two does, besides paying. */
export type OrderAct =
  | { action: 'offer'; body: BodyInput<Routes['POST /orders/{id}/offer']> }
  | { action: 'decline'; body: BodyInput<Routes['POST /orders/{id}/decline']> }
  | { action: 'deliver'; body: BodyInput<Routes['POST /orders/{id}/deliver']> }
  | { action: 'dispute'; body: BodyInput<Routes['POST /orders/{id}/dispute']> }
  | { action: 'withdraw' | 'approve' };

const send = async (id: Order['id'], act: OrderAct): Promise<void> => {
  const common = { params: { id }, idempotencyKey: newIdempotencyKey(), handled: HANDLED };
  if (act.action === 'offer') await call('POST /orders/{id}/offer', { ...common, body: act.body });
  else if (act.action === 'decline')
    await call('POST /orders/{id}/decline', { ...common, body: act.body });
  else if (act.action === 'deliver')
    await call('POST /orders/{id}/deliver', { ...common, body: act.body });
  else if (act.action === 'dispute')
    await call('POST /orders/{id}/dispute', { ...common, body: act.body });
  else if (act.action === 'withdraw') await call('POST /orders/{id}/withdraw', common);
  else await call('POST /orders/{id}/approve', common);
};

/** Repeating a step that succeeded is refused by its state, so that each press has its own key. */
export const useOrderAct = (id: Order['id']) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (act: OrderAct) => send(id, act),
    onSettled: () => client.invalidateQueries({ queryKey: orderKeys.all }),
  });
};
