// Blocked profiles and geoblocking: keys and hooks.
import type { Routes } from '@camarim/contract';
import type { ReplyOf } from '@camarim/contract/route';
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call, type Data } from '../../../client/api/api.ts';

export type BlockedProfile = Data<'GET /profiles/blockeds'>[number];
export type GeoBlock = Data<'GET /profiles/geolocation-block'>[number];
type BlockedPage = ReplyOf<Routes['GET /profiles/blockeds']>;

const keys = {
  blocked: (search: string) => ['profiles', 'blocked', search] as const,
  geoBlocks: ['profiles', 'geoBlocks'] as const,
  shownOnlyIn: ['profiles', 'shownOnlyIn'] as const,
};

const PAGE = 20;

export const blockedQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: keys.blocked(search),
    queryFn: ({ pageParam, signal }) =>
      call('GET /profiles/blockeds', {
        query: { limit: PAGE, offset: pageParam, ...(search && { search }) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (page: BlockedPage, pages) =>
      page.data.length < PAGE ? null : pages.reduce((sum, { data }) => sum + data.length, 0),
  });

/** Any cached list may contain a profile that is now hidden, or lack one that is now visible. */
const useClearCache = () => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ refetchType: 'active' });
};

export const useBlock = () => {
  const forget = useClearCache();
  return useMutation({
    mutationFn: (id: string) => call('POST /profiles/{id}/block', { params: { id } }),
    onSuccess: forget,
  });
};

export const useUnblock = () => {
  const forget = useClearCache();
  return useMutation({
    mutationFn: (id: string) => call('POST /profiles/{id}/unblock', { params: { id } }),
    onSuccess: forget,
  });
};

export const geoBlocksQuery = () =>
  queryOptions({
    queryKey: keys.geoBlocks,
    queryFn: async ({ signal }) => (await call('GET /profiles/geolocation-block', { signal })).data,
  });

/** 400 and 409 are shown in the form. */
export const useBlockPlace = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: { country: string; state: string | null; city: string | null }) =>
      (await call('POST /profiles/geolocation-block', { body, handled: [400, 409] })).data,
    onSettled: () => client.invalidateQueries({ queryKey: keys.geoBlocks }),
  });
};

/** 404: the block has been removed already, which is the wanted result. */
export const useUnblockPlace = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      call('DELETE /profiles/geolocation-block/{id}', { params: { id }, handled: [404] }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.geoBlocks }),
  });
};

/** Codes of the countries in which alone the profile is seen. */
export const shownOnlyInQuery = () =>
  queryOptions({
    queryKey: keys.shownOnlyIn,
    queryFn: async ({ signal }) =>
      (await call('GET /profiles/geolocation-countries', { signal })).data,
  });

export const useShowOnlyIn = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (countries: string[]) =>
      (await call('PUT /profiles/geolocation-countries', { body: { countries } })).data,
    onSuccess: (countries) => client.setQueryData(keys.shownOnlyIn, countries),
  });
};
