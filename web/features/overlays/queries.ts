// What a producer has connected to the events of their rooms.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Data } from '../../client/api/api.ts';
import { overlaysKeys } from './keys.ts';

export type Webhook = NonNullable<Data<'GET /overlays/webhook'>>;
export type Link = Data<'GET /overlays/links'>[number];
export type NewLink = Data<'POST /overlays/links'>;
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
      (await call('PUT /overlays/webhook', { body: { url }, own: [400] })).data,
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

/** An event of type test for everything that is connected. */
export const useTestEvent = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /overlays/test'),
    onSuccess: () => client.invalidateQueries({ queryKey: overlaysKeys.deliveries }),
  });
};
