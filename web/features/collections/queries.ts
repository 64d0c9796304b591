// Collections: queries and mutations.
import { COLLECTIONS_MAX, COLLECTIONS_PAGE } from '@camarim/contract/limits';
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call, type Data } from '../../client/api/api.ts';
import { collectionKeys } from './keys.ts';

export type Collection = Data<'GET /collections/{id}'>;

/** Cards of posts of one creator share the answer, so that it is not fetched for each. */
const FRESH_MS = 300_000;

/** All that a creator has on sale. */
export const collectionsQuery = (profileId: string) =>
  queryOptions({
    queryKey: collectionKeys.of(profileId),
    queryFn: async ({ signal }) =>
      (
        await call('GET /collections', {
          query: { profileId, limit: String(COLLECTIONS_MAX) },
          signal,
        })
      ).data,
    staleTime: FRESH_MS,
  });

/** One's own, on sale or not. */
export const ownCollectionsQuery = () =>
  queryOptions({
    queryKey: collectionKeys.mine,
    queryFn: async ({ signal }) =>
      (await call('GET /collections', { query: { limit: String(COLLECTIONS_MAX) }, signal })).data,
  });

export const purchasedCollectionsQuery = () =>
  infiniteQueryOptions({
    queryKey: collectionKeys.purchased,
    queryFn: ({ pageParam, signal }) =>
      call('GET /collections/purchased', { query: { offset: String(pageParam) }, signal }),
    initialPageParam: 0,
    getNextPageParam: (page, _, offset) =>
      page.data.length < COLLECTIONS_PAGE ? undefined : offset + COLLECTIONS_PAGE,
  });

export const collectionQuery = (id: string) =>
  queryOptions({
    queryKey: collectionKeys.one(id),
    queryFn: async ({ signal }) =>
      (await call('GET /collections/{id}', { params: { id }, signal })).data,
  });

export const collectionPostsQuery = (id: string) =>
  queryOptions({
    queryKey: collectionKeys.posts(id),
    queryFn: async ({ signal }) =>
      (await call('GET /collections/{id}/posts', { params: { id }, signal })).data,
  });

type Fields = { title: string; text: string; price: number; postIds: string[] };

/** Creates one, or changes the one with this id. */
export const useSaveCollection = (id: string | null, idempotencyKey: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (fields: Fields): Promise<unknown> =>
      id === null
        ? call('POST /collections', { body: fields, idempotencyKey, own: [400, 409] })
        : call('PUT /collections/{id}', { params: { id }, body: fields, own: [400, 409] }),
    onSuccess: () => client.invalidateQueries({ queryKey: collectionKeys.all }),
  });
};

export const usePauseCollection = (id: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (paused: boolean) =>
      call('PUT /collections/{id}', { params: { id }, body: { paused } }),
    onSuccess: () => client.invalidateQueries({ queryKey: collectionKeys.all }),
  });
};

export const useDeleteCollection = (id: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('DELETE /collections/{id}', { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: collectionKeys.all }),
  });
};
