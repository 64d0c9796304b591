// Monthly packs: their list, requests, the public key, and the address of a file.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Data } from '../../client/api/api.ts';
import { withStepUp } from '../auth/index.ts';

export type Pack = Data<'GET /dsb/packs'>[number];

const KEY = ['dsb', 'packs'] as const;
/** While one is being made. */
const POLL_MS = 3_000;

export const packsQuery = () =>
  queryOptions({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await call('GET /dsb/packs', { query: {}, signal })).data,
    refetchInterval: ({ state }) =>
      state.data?.some((pack) => pack.state === 'queued') ? POLL_MS : false,
  });

export const packKeyQuery = () =>
  queryOptions({
    queryKey: ['packs', 'key'],
    queryFn: async ({ signal }) => (await call('GET /publics/packs/key', { signal })).data,
  });

export const useMakePack = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (month: string) =>
      // 409: the pack of this month is being made already, which is the wanted result.
      withStepUp(() => call('POST /dsb/packs', { body: { month }, handled: [403, 409] })),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
};

/** A download authorised by the session's cookie. */
export const packFile = ({ id }: Pack): string => `/api/dsb/packs/${id}/file`;
export const VERIFIER = '/api/publics/packs/verifier';
