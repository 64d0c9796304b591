// The payout rules of one producer in the admin pages: keys and calls.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type CallInput, type Data } from '../../../client/api/api.ts';
import { withStepUp } from '../../auth/index.ts';
import type { ProducerId } from './fees.ts';

export type PayoutRulesView = Data<'GET /dsb/payout-rules/{producerId}'>;
export type PayoutRulesChange = CallInput<'PUT /dsb/payout-rules/{producerId}'>['body'];

const keyOf = (producerId: ProducerId) => ['dsb', 'payout-rules', producerId] as const;

export const payoutRulesQuery = (producerId: ProducerId) =>
  queryOptions({
    queryKey: keyOf(producerId),
    queryFn: async ({ signal }) =>
      (
        await call('GET /dsb/payout-rules/{producerId}', {
          params: { producerId },
          signal,
          // Of a person who is no producer any more, one card of a queue lacks its evidence.
          handled: [404],
        })
      ).data,
    // An edit is not overwritten while the tab is away.
    refetchOnWindowFocus: false,
  });

export const useSetPayoutRules = (producerId: ProducerId) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: PayoutRulesChange) =>
      (
        await withStepUp(() =>
          call('PUT /dsb/payout-rules/{producerId}', {
            params: { producerId },
            body,
            handled: [400, 403, 409],
          }),
        )
      ).data,
    onSuccess: (data) => client.setQueryData(keyOf(producerId), data),
  });
};
