// Live shows: queries and mutations.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Routes } from '@camarim/contract';
import type { BodyInput } from '@camarim/contract/route';
import { call, type Data } from '../../client/api/api.ts';
import { liveKeys } from './keys.ts';

export type Live = Data<'GET /lives/active'>[number];

/** The show of a producer that has not ended; a visitor sees parties only. */
export const liveQuery = (username: string, member: boolean) =>
  queryOptions({
    queryKey: liveKeys.of(username),
    queryFn: async ({ signal }) =>
      member
        ? (await call('GET /lives/{username}', { params: { username }, signal })).data
        : (await call('GET /publics/lives/{username}', { params: { username }, signal })).data,
  });

/** The parties that are on air, those with most watchers first. */
export const activeQuery = () =>
  queryOptions({
    queryKey: liveKeys.active,
    queryFn: async ({ signal }) => (await call('GET /lives/active', { signal })).data,
    // Others begin and end without an event here.
    refetchInterval: 60_000,
  });

export const watchersQuery = (id: string) =>
  queryOptions({
    queryKey: liveKeys.watchers(id),
    queryFn: ({ signal }) => call('GET /lives/{id}/online-users', { params: { id }, signal }),
  });

export const onlineTimeQuery = () =>
  queryOptions({
    queryKey: liveKeys.onlineTime,
    queryFn: async ({ signal }) => (await call('GET /lives/get-online-time', { signal })).data,
  });

const ICE_FRESH_MS = 30 * 60_000;

/** STUN and TURN servers; their credentials are valid for some hours. */
export const iceServersQuery = (id: string) =>
  queryOptions({
    queryKey: liveKeys.iceServers(id),
    queryFn: async ({ signal }) =>
      (await call('GET /lives/{id}/ice-servers', { params: { id }, signal, own: [403, 404] })).data,
    staleTime: ICE_FRESH_MS,
  });

export const useStartLive = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: BodyInput<Routes['POST /lives']>) =>
      (await call('POST /lives', { body, own: [400, 409] })).data,
    onSuccess: (live) => {
      client.setQueryData(liveKeys.of(live.profile.domainName), live);
    },
  });
};

export const useEndLive = (username: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('DELETE /lives/{id}', { params: { id }, own: [404] }),
    onSettled: () => client.invalidateQueries({ queryKey: liveKeys.of(username) }),
  });
};
