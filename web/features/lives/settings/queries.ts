// What a producer sets up for shows: prices and rules, programs, recordings; and past shows.
import type { Routes } from '@camarim/contract';
import type { BodyInput } from '@camarim/contract/route';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Data } from '../../../client/api/api.ts';
import { liveKeys } from '../keys.ts';

export type CameraSettings = Data<'GET /profiles/settings-cam'>;
export type IngestKey = Data<'GET /lives/ingest/keys'>[number];
export type NewIngestKey = Data<'POST /lives/ingest/keys'>;
export type Recording = Data<'GET /lives/recordings'>[number];
export type PastLive = Data<'GET /lives/history'>[number];

export const cameraSettingsQuery = () =>
  queryOptions({
    queryKey: liveKeys.settings,
    queryFn: async ({ signal }) => (await call('GET /profiles/settings-cam', { signal })).data,
  });

export const useSaveCameraSettings = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<Routes['POST /profiles/settings-cam']>) =>
      call('POST /profiles/settings-cam', { body, handled: [400, 404] }),
    onSuccess: ({ data }) => client.setQueryData(liveKeys.settings, data),
  });
};

export const ingestKeysQuery = () =>
  queryOptions({
    queryKey: liveKeys.ingestKeys,
    queryFn: async ({ signal }) => (await call('GET /lives/ingest/keys', { signal })).data,
    // Programs use them, and are refused, without an event here.
    staleTime: 0,
  });

export const useIngestKeys = () => {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: liveKeys.ingestKeys });
  const create = useMutation({
    mutationFn: async (label: string) =>
      (await call('POST /lives/ingest/keys', { body: { label } })).data,
    onSuccess: refresh,
  });
  const revoke = useMutation({
    mutationFn: (id: string) => call('DELETE /lives/ingest/keys/{id}', { params: { id } }),
    onSuccess: refresh,
  });
  const allow = useMutation({
    mutationFn: (id: string) => call('DELETE /lives/ingest/keys/{id}/hold', { params: { id } }),
    onSuccess: refresh,
  });
  return { create, revoke, allow };
};

/** Who is declared to appear in shows that programs open. */
export const programPerformersQuery = () =>
  queryOptions({
    queryKey: liveKeys.programPerformers,
    queryFn: async ({ signal }) => (await call('GET /lives/ingest/performers', { signal })).data,
    // They withdraw without an event here.
    staleTime: 0,
  });

export const useDeclareProgramPerformers = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (performerIds: readonly string[]) =>
      (
        await call('PUT /lives/ingest/performers', {
          body: { performerIds: [...performerIds] },
          handled: [400],
        })
      ).data,
    onSuccess: (performers) => client.setQueryData(liveKeys.programPerformers, performers),
  });
};

export const recordingsQuery = () =>
  queryOptions({
    queryKey: liveKeys.recordings,
    queryFn: async ({ signal }) => (await call('GET /lives/recordings', { signal })).data,
    staleTime: 0,
  });

export const useRecordings = () => {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: liveKeys.recordings });
  const cut = useMutation({
    mutationFn: ({
      id,
      idempotencyKey,
      ...body
    }: {
      id: string;
      idempotencyKey: string;
      fromSeconds: number;
      toSeconds: number;
      title: string;
    }) =>
      call('POST /lives/recordings/{id}/cuts', {
        params: { id },
        body,
        idempotencyKey,
        handled: [400, 409, 413],
      }),
    onSuccess: refresh,
  });
  const remove = useMutation({
    mutationFn: (id: string) => call('DELETE /lives/recordings/{id}', { params: { id } }),
    onSuccess: refresh,
  });
  return { cut, remove };
};

export const pastLivesQuery = () =>
  queryOptions({
    queryKey: liveKeys.history,
    queryFn: async ({ signal }) => (await call('GET /lives/history', { signal })).data,
    staleTime: 0,
  });
