// Debts of disputed payments in the admin pages: keys and calls.
import { queryOptions } from '@tanstack/react-query';
import { call, type Data } from '../../../client/api/api.ts';

export type Debt = Data<'GET /dsb/debts'>[number];

export const debtsQuery = () =>
  queryOptions({
    queryKey: ['dsb', 'debts'],
    queryFn: async ({ signal }) => (await call('GET /dsb/debts', { signal })).data,
  });
