// A producer's welcome message: keys and hooks.
import type { Routes } from '@camarim/contract';
import type { BodyInput } from '@camarim/contract/route';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Data } from '../../client/api/api.ts';
import { WELCOME_KEY as KEY } from './keys.ts';

export type Welcome = NonNullable<Data<'GET /profiles/welcome'>>;
export type WelcomeBody = BodyInput<Routes['POST /profiles/welcome']>;

/** Polling interval of pictures in processing. */
const POLL_MS = 2_000;
const UNFINISHED: ReadonlySet<string> = new Set(['created', 'processing']);

export const welcomeQuery = () =>
  queryOptions({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await call('GET /profiles/welcome', { signal })).data,
    refetchInterval: ({ state }) =>
      state.data?.medias.some(({ status }) => UNFINISHED.has(status)) ? POLL_MS : false,
  });

export const useSaveWelcome = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: WelcomeBody) =>
      (await call('POST /profiles/welcome', { body, handled: [400, 404] })).data,
    onSuccess: (welcome) => client.setQueryData(KEY, welcome),
  });
};

export const useRemoveWelcome = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('DELETE /profiles/welcome'),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
};
