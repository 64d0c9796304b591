// The queue of open work: its pages and what is arranged about an item.
import type { OpenWorkKind } from '@camarim/contract/features/dsb';
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call, type CallInput, type Data } from '../../client/api/api.ts';
import { ApiError } from '../../client/api/errors.ts';
import { showToast } from '../../ui/overlays/toasts.ts';

export type Todo = Data<'GET /dsb/todo'>;
export type TodoItem = Todo['items'][number];
export type TodoFilter = {
  kind: OpenWorkKind | null;
  whose: 'all' | 'mine' | 'unassigned';
  snoozed: boolean;
};
type Assignee = CallInput<'PUT /dsb/todo/{kind}/{id}/assignee'>['body']['profileId'];

const KEY = ['dsb', 'todo'] as const;
/** Others work on the list too. */
const REFETCH_MS = 30_000;
const HANDLED = [400, 403, 404, 409];

export const todoQuery = ({ kind, whose, snoozed }: TodoFilter) =>
  infiniteQueryOptions({
    queryKey: [...KEY, kind, whose, snoozed],
    queryFn: async ({ pageParam, signal }) =>
      (
        await call('GET /dsb/todo', {
          query: {
            whose,
            ...(kind && { kind }),
            ...(snoozed && { snoozed: 'true' }),
            ...(pageParam && { cursor: pageParam }),
          },
          signal,
        })
      ).data,
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    refetchInterval: REFETCH_MS,
  });

/** How many cases of each kind wait. */
export const openWorkQuery = () =>
  queryOptions({
    queryKey: [...KEY, 'counts'],
    queryFn: async ({ signal }) =>
      (await call('GET /dsb/todo', { query: { limit: 1 }, signal })).data.counts,
    refetchInterval: REFETCH_MS,
  });

/** What people of the team work on now. */
export const claimsQuery = () =>
  queryOptions({
    queryKey: [...KEY, 'claims'],
    queryFn: async ({ signal }) =>
      (await call('GET /dsb/todo', { query: { whose: 'claimed', limit: 100 }, signal })).data.items,
    refetchInterval: REFETCH_MS,
  });

export type Arrangement =
  | { act: 'claim' }
  | { act: 'release' }
  | { act: 'assign'; profileId: Assignee }
  | { act: 'snooze'; until: string | null };

const arrange = (
  item: Pick<TodoItem, 'kind' | 'id'>,
  arrangement: Arrangement,
): Promise<unknown> => {
  const params = { kind: item.kind, id: item.id };
  if (arrangement.act === 'claim')
    return call('POST /dsb/todo/{kind}/{id}/claim', { params, handled: HANDLED });
  if (arrangement.act === 'release')
    return call('DELETE /dsb/todo/{kind}/{id}/claim', { params, handled: HANDLED });
  if (arrangement.act === 'snooze')
    return call('PUT /dsb/todo/{kind}/{id}/snooze', {
      params,
      body: { until: arrangement.until },
      handled: HANDLED,
    });
  return call('PUT /dsb/todo/{kind}/{id}/assignee', {
    params,
    body: { profileId: arrangement.profileId },
    handled: HANDLED,
  });
};

/** False: another person has it. */
export const claimWork = async (kind: OpenWorkKind, id: string): Promise<boolean> => {
  try {
    await call('POST /dsb/todo/{kind}/{id}/claim', { params: { kind, id }, handled: HANDLED });
    return true;
  } catch (error) {
    if (error instanceof ApiError) return error.code !== 'decision.claimed';
    throw error;
  }
};

/** Others may take it again; of an item that was decided there is nothing to release. */
export const releaseWork = async (kind: OpenWorkKind, id: string): Promise<void> => {
  try {
    await call('DELETE /dsb/todo/{kind}/{id}/claim', { params: { kind, id }, handled: HANDLED });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
};

/** Refusals are said by a toast: another person was quicker, or the item was decided. */
export const useArrange = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ item, ...arrangement }: { item: TodoItem } & Arrangement) =>
      arrange(item, arrangement),
    onError: (error) => {
      if (error instanceof ApiError) showToast(error.message);
    },
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
};
