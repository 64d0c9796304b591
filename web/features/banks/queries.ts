// Bank accounts: keys and hooks, with the step-up that every change requires.
import type { Routes } from '@camarim/contract';
import type { BodyInput } from '@camarim/contract/route';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Data } from '../../client/api/api.ts';
import { withStepUp } from '../auth/index.ts';

export type BankAccount = Data<'GET /banks'>[number];
export type NewAccount = BodyInput<Routes['POST /banks']>;

const keys = {
  accounts: ['banks', 'mine'] as const,
  list: ['banks', 'public'] as const,
};

export const accountsQuery = () =>
  queryOptions({
    queryKey: keys.accounts,
    queryFn: async ({ signal }) =>
      (await call('GET /banks', { query: { limit: 10, offset: 0 }, signal })).data,
  });

/** Several hundred banks: loaded when the form for a new account opens. */
export const publicBanksQuery = () =>
  queryOptions({
    queryKey: keys.list,
    staleTime: Infinity,
    queryFn: async ({ signal }) => (await call('GET /publics/banks', { query: {}, signal })).data,
  });

const HANDLED = [400, 403, 409, 503];

export const useAccountChanges = () => {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: keys.accounts });
  return {
    add: useMutation({
      mutationFn: (body: NewAccount) =>
        withStepUp(() => call('POST /banks', { body, handled: HANDLED })),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (id: BankAccount['id']) =>
        withStepUp(() => call('DELETE /banks/{id}', { params: { id }, handled: [403] })),
      onSuccess,
    }),
    choose: useMutation({
      mutationFn: (id: BankAccount['id']) =>
        withStepUp(() => call('POST /banks/{id}/default', { params: { id }, handled: [403] })),
      onSuccess,
    }),
  };
};
