// The room of a show: its chat, tip menu, leaderboard and tools.
import type { Routes } from '@camarim/contract';
import type { RestrictionKind } from '@camarim/contract/features/lives/room';
import type { ReplyOf } from '@camarim/contract/route';
import {
  type InfiniteData,
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call, type Data } from '../../../client/api/api.ts';
import { liveKeys } from '../keys.ts';
import { IN_SHOW, sayRefusal } from '../refusals.ts';
import { loadNewest } from './newest-messages.ts';

export type Room = Data<'GET /lives/{id}/room'>;
export type RoomMessage = Data<'GET /lives/{id}/messages'>[number];
export type RoomMessages = InfiniteData<ReplyOf<Routes['GET /lives/{id}/messages']>, unknown>;
export type MenuItem = Room['menu'][number];

export const roomQuery = (id: string) =>
  queryOptions({
    queryKey: liveKeys.room(id),
    queryFn: async ({ signal }) =>
      (await call('GET /lives/{id}/room', { params: { id }, signal, handled: [403, 404] })).data,
  });

/** Newest first. */
export const roomMessagesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: liveKeys.messages(id),
    queryFn: ({ pageParam, signal }) => {
      const ask = () =>
        call('GET /lives/{id}/messages', {
          params: { id },
          query: pageParam ? { before: pageParam } : {},
          signal,
          handled: [403, 404],
        });
      return pageParam ? ask() : loadNewest(id, ask);
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.cursor ?? null,
  });

const REFUSALS = [400, 403, 404, 409, 429];

/** The message is shown when its event arrives; a refusal is shown beside the text. */
export const sendRoomMessage = (liveId: string, text: string, idempotencyKey: string) =>
  call('POST /lives/{id}/messages', {
    params: { id: liveId },
    body: { text },
    idempotencyKey,
    handled: [0, ...REFUSALS, 500, 502, 503],
  });

export const useRoomTools = (liveId: string) => {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: liveKeys.room(liveId) });
  const deleteMessage = useMutation({
    mutationFn: (messageId: string) =>
      call('DELETE /lives/{id}/messages/{messageId}', {
        params: { id: liveId, messageId },
        handled: IN_SHOW,
      }),
    onError: sayRefusal,
  });
  const pin = useMutation({
    mutationFn: (messageId: string | null) =>
      call('PUT /lives/{id}/pinned', {
        params: { id: liveId },
        body: { messageId },
        handled: IN_SHOW,
      }),
    onSuccess: refresh,
    onError: sayRefusal,
  });
  const restrict = useMutation({
    mutationFn: ({ profileId, kind }: { profileId: string; kind: RestrictionKind }) =>
      call('PUT /lives/{id}/restrictions/{profileId}', {
        params: { id: liveId, profileId },
        body: { kind },
        handled: IN_SHOW,
      }),
    onError: sayRefusal,
  });
  const lift = useMutation({
    mutationFn: ({ profileId, kind }: { profileId: string; kind: RestrictionKind }) =>
      call('DELETE /lives/{id}/restrictions/{profileId}', {
        params: { id: liveId, profileId },
        query: { kind },
        handled: IN_SHOW,
      }),
    onError: sayRefusal,
    onSuccess: () =>
      Promise.all(
        [liveKeys.restrictions(liveId), liveKeys.bans, liveKeys.acts].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
  const appoint = useMutation({
    mutationFn: async ({ profileId, on }: { profileId: string; on: boolean }) => {
      const input = { params: { profileId }, handled: IN_SHOW };
      if (on) await call('PUT /lives/room/moderators/{profileId}', input);
      else await call('DELETE /lives/room/moderators/{profileId}', input);
    },
    onError: sayRefusal,
    onSuccess: () => client.invalidateQueries({ queryKey: liveKeys.messages(liveId) }),
  });
  return { deleteMessage, pin, restrict, lift, appoint };
};

export const restrictionsQuery = (id: string) =>
  queryOptions({
    queryKey: liveKeys.restrictions(id),
    queryFn: async ({ signal }) =>
      (await call('GET /lives/{id}/restrictions', { params: { id }, signal, handled: IN_SHOW }))
        .data,
    staleTime: 0,
  });

export const useRoomSettings = (liveId: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Room['settings']) => call('PUT /lives/room/settings', { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: liveKeys.room(liveId) }),
  });
};

/** What was bought from the menu and is not done yet, the oldest first. */
export const purchasesQuery = (id: string) =>
  queryOptions({
    queryKey: liveKeys.purchases(id),
    queryFn: async ({ signal }) =>
      (await call('GET /lives/{id}/menu-purchases', { params: { id }, signal, handled: IN_SHOW }))
        .data,
  });
