// Collections: queries and mutations.
import {
  COLLECTION_OFFERS_POSTS,
  COLLECTION_POSTS_MAX,
  COLLECTIONS_MAX,
  COLLECTIONS_PAGE,
} from '@camarim/contract/limits';
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { m } from '../../paraglide/messages.js';
import { call, type Data } from '../../client/api/api.ts';
import { collectionKeys } from './keys.ts';

export type Collection = Data<'GET /collections/{id}'>;

/** Its title; a name for any without the proof of age, as for posts without their text. */
export const titleOf = ({ title }: { title: string }): string => title || m.collection_waiting();

const FRESH_MS = 300_000;

/** All that a producer has on sale. */
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

type Offers = Data<'GET /collections/offers'>;

/** Posts whose cards ask in the same moment, and the one answer that they share. */
let asked: { postIds: string[]; answer: Promise<Offers> } | undefined;

const askWithOthers = (postId: string): Promise<Offers> => {
  if (!asked || asked.postIds.length === COLLECTION_OFFERS_POSTS) {
    const postIds: string[] = [];
    const answer = new Promise((resolve) => setTimeout(resolve)).then(async () => {
      if (asked?.postIds === postIds) asked = undefined;
      return (await call('GET /collections/offers', { query: { postIds: postIds.join(',') } }))
        .data;
    });
    asked = { postIds, answer };
  }
  asked.postIds.push(postId);
  return asked.answer;
};

/** The newest collections in which the viewer can buy the post; in the browser only. */
export const collectionOffersQuery = (postId: string) =>
  queryOptions({
    queryKey: collectionKeys.offers(postId),
    queryFn: async () =>
      (await askWithOthers(postId)).filter((offer) => String(offer.postId) === postId),
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

/** The first page has all that is on sale. */
export const collectionPostsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: collectionKeys.posts(id),
    queryFn: ({ pageParam, signal }) =>
      call('GET /collections/{id}/posts', {
        params: { id },
        query: { offset: String(pageParam) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ total = 0 }, _, offset) =>
      offset + COLLECTION_POSTS_MAX < total ? offset + COLLECTION_POSTS_MAX : undefined,
  });

type Fields = { title: string; text: string; price: number; postIds: string[] };

/** Creates one, or changes the one with this id. */
export const useSaveCollection = (id: string | null, idempotencyKey: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (fields: Fields): Promise<unknown> =>
      id === null
        ? call('POST /collections', { body: fields, idempotencyKey, handled: [400, 409] })
        : call('PUT /collections/{id}', { params: { id }, body: fields, handled: [400, 409] }),
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
