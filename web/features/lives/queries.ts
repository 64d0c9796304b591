// Live shows: queries and mutations.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Routes } from '@camarim/contract';
import type { BodyInput } from '@camarim/contract/route';
import type { ShowType } from '@camarim/contract/shows';
import { MINUTE_MS } from '@camarim/contract/time';
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

export type Watcher = Data<'GET /lives/{id}/online-users'>[number];

export const watchersQuery = (id: string) =>
  queryOptions({
    queryKey: liveKeys.watchers(id),
    queryFn: ({ signal }) =>
      call('GET /lives/{id}/online-users', { params: { id }, signal, handled: [403, 404] }),
  });

export const onlineTimeQuery = () =>
  queryOptions({
    queryKey: liveKeys.onlineTime,
    queryFn: async ({ signal }) => (await call('GET /lives/get-online-time', { signal })).data,
  });

const ICE_FRESH_MS = 30 * MINUTE_MS;

/** STUN and TURN servers; their credentials are valid for some hours. */
export const iceServersQuery = (id: string) =>
  queryOptions({
    queryKey: liveKeys.iceServers(id),
    queryFn: async ({ signal }) =>
      (await call('GET /lives/{id}/ice-servers', { params: { id }, signal, handled: [403, 404] }))
        .data,
    staleTime: ICE_FRESH_MS,
  });

/** What this installation asks for before a show. */
export const startTermsQuery = () =>
  queryOptions({
    queryKey: liveKeys.startTerms,
    queryFn: async ({ signal }) => (await call('GET /lives/get-start-terms', { signal })).data,
  });

export const useStartLive = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: BodyInput<Routes['POST /lives']>) =>
      (await call('POST /lives', { body, handled: [400, 409] })).data,
    onSuccess: (live) => {
      client.setQueryData(liveKeys.of(live.profile.domainName), live);
    },
  });
};

export const useEndLive = (username: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('DELETE /lives/{id}', { params: { id }, handled: [404] }),
    onSettled: () => client.invalidateQueries({ queryKey: liveKeys.of(username) }),
  });
};

/** What entering a show costs; nothing is locked by asking. */
export type Terms = Data<'GET /lives/{id}/entry'>;

export const termsQuery = (id: string, role: Terms['role']) =>
  queryOptions({
    queryKey: [...liveKeys.terms(id), role] as const,
    queryFn: async ({ signal }) =>
      (
        await call('GET /lives/{id}/entry', {
          params: { id },
          query: { role },
          signal,
          handled: [403, 404, 409],
        })
      ).data,
    // What one can spend changes with every top-up.
    staleTime: 0,
  });

/** Ends my entry: what was locked and not delivered is given back. */
export const useLeaveLive = (live: Live) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /lives/{id}/leave', { params: { id: live.id }, handled: [404] }),
    onSettled: () => client.invalidateQueries({ queryKey: liveKeys.of(live.profile.domainName) }),
  });
};

export const receiptsQuery = () =>
  queryOptions({
    queryKey: liveKeys.receipts,
    queryFn: async ({ signal }) => (await call('GET /lives/receipts', { signal })).data,
    staleTime: 0,
  });

export type Call = Data<'GET /lives/calls'>[number];

/** Calls that wait for me, oldest first. */
export const callsQuery = () =>
  queryOptions({
    queryKey: liveKeys.calls,
    queryFn: async ({ signal }) => (await call('GET /lives/calls', { signal })).data,
  });

export type MyCall = NonNullable<Data<'GET /lives/call/{producerId}'>>;

/** My call to a producer that waits or is accepted. */
export const myCallQuery = (producerId: string) =>
  queryOptions({
    queryKey: liveKeys.myCall(producerId),
    queryFn: async ({ signal }) =>
      (await call('GET /lives/call/{producerId}', { params: { producerId }, signal })).data,
  });

/** Calls a producer for a show, or takes the call back. */
export const useCall = (producer: { id: string; domainName: string }, type: ShowType) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { action: 'call' | 'cancel'; price?: number }) =>
      call('POST /lives/call/{producerId}', {
        params: { producerId: producer.id },
        body: { type, ...body },
      }),
    onSettled: () =>
      Promise.all(
        [
          liveKeys.myCalls,
          liveKeys.callOffers(producer.domainName),
          // A party that has begun since is entered without a call.
          liveKeys.of(producer.domainName),
        ].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  });
};

export type CallOffer = Data<'GET /publics/lives/{username}/calls'>[number];

/** The types of shows that a producer may be called for, and what each costs. */
export const callOffersQuery = (username: string) =>
  queryOptions({
    queryKey: liveKeys.callOffers(username),
    queryFn: async ({ signal }) =>
      (await call('GET /publics/lives/{username}/calls', { params: { username }, signal })).data,
  });
