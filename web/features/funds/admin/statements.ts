// Reconciliation of gateways' statements: keys and calls.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Data } from '../../../client/api/api.ts';
import { withStepUp } from '../../auth/index.ts';

export type Difference = Data<'GET /dsb/statement-differences'>[number];
export type StatementDay = Data<'GET /dsb/statement-days'>[number];

const keys = {
  differences: ['dsb', 'statements', 'differences'] as const,
  days: ['dsb', 'statements', 'days'] as const,
};

export const differencesQuery = () =>
  queryOptions({
    queryKey: keys.differences,
    queryFn: ({ signal }) =>
      call('GET /dsb/statement-differences', { query: { limit: 20, offset: 0 }, signal }),
  });

export const statementDaysQuery = () =>
  queryOptions({
    queryKey: keys.days,
    queryFn: async ({ signal }) =>
      (await call('GET /dsb/statement-days', { query: { limit: 20, offset: 0 }, signal })).data,
  });

const HANDLED = [400, 403, 404, 409];

export const useResolveDifference = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, reason }: { id: Difference['id']; reason: string }) =>
      withStepUp(() =>
        call('POST /dsb/statement-differences/{id}', {
          params: { id },
          body: { reason },
          handled: HANDLED,
        }),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: keys.differences }),
  });
};
