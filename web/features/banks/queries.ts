// Bank accounts and payouts: keys and hooks, with the step-up that every change requires.
import type { Routes } from '@camarim/contract';
import type { BodyInput } from '@camarim/contract/route';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Data } from '../../client/api/api.ts';
import { withStepUp } from '../auth/second-factor/queries.ts';
import { fundsKeys } from '../funds/keys.ts';

export type BankAccount = Data<'GET /banks'>[number];
export type CashOut = Data<'GET /funds/cash-outs'>[number];
export type CashOutTerms = Data<'GET /funds/cash-outs/terms'>;
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

export const termsQuery = () =>
  queryOptions({
    queryKey: fundsKeys.cashOutTerms,
    queryFn: async ({ signal }) => (await call('GET /funds/cash-outs/terms', { signal })).data,
  });

/** Polling interval while a payout is in progress. */
const POLL_MS = 5_000;
const isInProgress = ({ status }: CashOut): boolean => status === 'approved' || status === 'sent';

export const cashOutsQuery = () =>
  queryOptions({
    queryKey: fundsKeys.cashOuts,
    queryFn: async ({ signal }) =>
      (await call('GET /funds/cash-outs', { query: { limit: 20, offset: 0 }, signal })).data,
    refetchInterval: ({ state }) => (state.data?.some(isInProgress) ? POLL_MS : false),
  });

const OWN = [400, 403, 409, 503];

export const useAccountChanges = () => {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: keys.accounts });
  return {
    add: useMutation({
      mutationFn: (body: NewAccount) => withStepUp(() => call('POST /banks', { body, own: OWN })),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (id: BankAccount['id']) =>
        withStepUp(() => call('DELETE /banks/{id}', { params: { id }, own: [403] })),
      onSuccess,
    }),
    choose: useMutation({
      mutationFn: (id: BankAccount['id']) =>
        withStepUp(() => call('POST /banks/{id}/default', { params: { id }, own: [403] })),
      onSuccess,
    }),
  };
};

/** One idempotency key per payout: a repeated click is the same payout. */
export const useCashOut = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ value, idempotencyKey }: { value: number; idempotencyKey: string }) =>
      withStepUp(() =>
        call('POST /funds/cash-outs', { body: { value }, idempotencyKey, own: OWN }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: fundsKeys.all }),
  });
};
