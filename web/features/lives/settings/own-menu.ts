// A producer's own tip menu: query and changes.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../client/api/api.ts';
import { liveKeys } from '../keys.ts';
import type { MenuItem } from '../room/queries.ts';

export type ItemDraft = { label: string; price: number };

export const ownMenuQuery = () =>
  queryOptions({
    queryKey: liveKeys.menu,
    queryFn: async ({ signal }) => (await call('GET /lives/room/menu', { signal })).data,
    // Another device of the producer changes it without an event here.
    staleTime: 0,
  });

const REFUSALS = [400, 404, 409];

export const useOwnMenu = () => {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: liveKeys.menu });
  const add = useMutation({
    mutationFn: (body: ItemDraft) => call('POST /lives/room/menu', { body, handled: REFUSALS }),
    onSettled: refresh,
  });
  const edit = useMutation({
    mutationFn: ({ itemId, ...body }: ItemDraft & { itemId: string }) =>
      call('PUT /lives/room/menu/{itemId}', { params: { itemId }, body, handled: REFUSALS }),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: (itemId: string) =>
      call('DELETE /lives/room/menu/{itemId}', { params: { itemId }, handled: [404] }),
    onSettled: refresh,
  });
  const order = useMutation({
    mutationFn: (itemIds: string[]) => call('PUT /lives/room/menu', { body: { itemIds } }),
    // An item stays where it was dropped; a refusal brings the menu back as it was.
    onMutate: (itemIds) =>
      client.setQueryData<MenuItem[]>(liveKeys.menu, (menu) =>
        menu?.toSorted((one, other) => itemIds.indexOf(one.id) - itemIds.indexOf(other.id)),
      ),
    onSettled: refresh,
  });
  return { add, edit, remove, order };
};
