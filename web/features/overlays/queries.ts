// What a producer has connected to the events of their rooms.
import type { Routes } from '@camarim/contract';
import type { BodyInput } from '@camarim/contract/route';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Data } from '../../client/api/api.ts';
import { overlaysKeys } from './keys.ts';

export type Webhook = NonNullable<Data<'GET /overlays/webhook'>>;
export type Link = Data<'GET /overlays/links'>[number];
export type NewLink = Data<'POST /overlays/links'>;
export type Toy = Data<'GET /overlays/toy'>;
export type ToyResult = Data<'POST /overlays/toy/test'>['result'];
export type Delivery = Data<'GET /overlays/webhook/deliveries'>[number];

/** While a delivery waits, so that the list shows how it ended. */
const WAITING_MS = 3_000;

export const webhookQuery = () =>
  queryOptions({
    queryKey: overlaysKeys.webhook,
    queryFn: async ({ signal }) => (await call('GET /overlays/webhook', { signal })).data,
    staleTime: 0,
  });

export const deliveriesQuery = () =>
  queryOptions({
    queryKey: overlaysKeys.deliveries,
    queryFn: async ({ signal }) =>
      (await call('GET /overlays/webhook/deliveries', { signal })).data,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some(({ state: delivery }) => delivery === 'waiting') ? WAITING_MS : false,
  });

export const useWebhook = () => {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: overlaysKeys.webhook });
  const save = useMutation({
    mutationFn: async (url: string) =>
      (await call('PUT /overlays/webhook', { body: { url }, handled: [400] })).data,
    onSuccess: refresh,
  });
  const rotate = useMutation({
    mutationFn: async () => (await call('POST /overlays/webhook/secret')).data,
    onSuccess: refresh,
  });
  const remove = useMutation({
    mutationFn: () => call('DELETE /overlays/webhook'),
    onSuccess: async () => {
      client.setQueryData(overlaysKeys.webhook, null);
      client.setQueryData(overlaysKeys.deliveries, []);
    },
  });
  return { save, rotate, remove };
};

export const linksQuery = () =>
  queryOptions({
    queryKey: overlaysKeys.links,
    queryFn: async ({ signal }) => (await call('GET /overlays/links', { signal })).data,
    staleTime: 0,
  });

export const useLinks = () => {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: overlaysKeys.links });
  const create = useMutation({
    mutationFn: async (label: string) =>
      (await call('POST /overlays/links', { body: { label } })).data,
    onSuccess: refresh,
  });
  const revoke = useMutation({
    mutationFn: (id: string) => call('DELETE /overlays/links/{id}', { params: { id } }),
    onSuccess: refresh,
  });
  return { create, revoke };
};

export const toyQuery = () =>
  queryOptions({
    queryKey: overlaysKeys.toy,
    queryFn: async ({ signal }) => (await call('GET /overlays/toy', { signal })).data,
    staleTime: 0,
  });

export const useToy = () => {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: overlaysKeys.toy });
  const pair = useMutation({
    mutationFn: async () => (await call('POST /overlays/toy/pairing')).data,
  });
  const test = useMutation({
    mutationFn: async (body: BodyInput<Routes['POST /overlays/toy/test']>) =>
      (await call('POST /overlays/toy/test', { body })).data,
    onSuccess: refresh,
  });
  const stop = useMutation({
    mutationFn: () => call('POST /overlays/toy/stop'),
    onSuccess: refresh,
  });
  const disconnect = useMutation({
    mutationFn: () => call('DELETE /overlays/toy'),
    onSuccess: async () => {
      pair.reset();
      await refresh();
    },
  });
  const setRules = useMutation({
    mutationFn: async (body: BodyInput<Routes['PUT /overlays/toy/rules']>) =>
      (await call('PUT /overlays/toy/rules', { body, handled: [400, 404] })).data,
    onSuccess: (toy) => client.setQueryData(overlaysKeys.toy, toy),
  });
  return { pair, test, stop, disconnect, setRules };
};

/** An event of type test for everything that is connected. */
export const useTestEvent = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /overlays/test'),
    onSuccess: () => client.invalidateQueries({ queryKey: overlaysKeys.deliveries }),
  });
};
