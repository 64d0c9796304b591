// Payouts: keys and hooks, with the step-up that a payout requires.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Data } from '../../../client/api/api.ts';
import { withStepUp } from '../../auth/index.ts';
import { fundsKeys } from '../keys.ts';

export type CashOut = Data<'GET /funds/cash-outs'>[number];
export type CashOutTerms = Data<'GET /funds/cash-outs/terms'>;

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

const HANDLED = [400, 403, 409, 503];

/** One idempotency key per payout: a repeated click is the same payout. */
export const useCashOut = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ value, idempotencyKey }: { value: number; idempotencyKey: string }) =>
      withStepUp(() =>
        call('POST /funds/cash-outs', { body: { value }, idempotencyKey, handled: HANDLED }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: fundsKeys.all }),
  });
};
