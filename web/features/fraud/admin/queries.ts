// Fraud alerts in the admin pages: keys and calls.
import type { Routes } from '@camarim/contract';
import type { BodyInput } from '@camarim/contract/route';
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Data } from '../../../client/api/api.ts';
import { nextOffset } from '../../../client/next-offset.ts';
import { withStepUp } from '../../auth/index.ts';

export type FraudAlert = Data<'GET /dsb/fraud'>[number];
export type AlertResult = Data<'POST /dsb/fraud/{id}'>;
type Decision = BodyInput<Routes['POST /dsb/fraud/{id}']>;

const all = ['dsb', 'fraud'] as const;
const PAGE = 20;

export const alertsQuery = (decided: boolean) =>
  infiniteQueryOptions({
    queryKey: [...all, decided],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) =>
      (
        await call('GET /dsb/fraud', {
          query: { decided: String(decided) as never, limit: PAGE, offset: pageParam },
          signal,
        })
      ).data,
    select: ({ pages }) => pages.flat(),
    getNextPageParam: nextOffset(PAGE),
  });

/** `onDecided` belongs to the mutation: the refreshed list removes the card before its own. */
export const useDecideAlert = (
  onDecided: (decision: Decision['decision'], result: AlertResult) => void,
) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, ...body }: Decision & { id: FraudAlert['id'] }) =>
      (
        await withStepUp(() =>
          call('POST /dsb/fraud/{id}', { params: { id }, body, handled: [403, 404, 409] }),
        )
      ).data,
    onSuccess: (result, { decision }) => onDecided(decision, result),
    onSettled: () => client.invalidateQueries({ queryKey: all }),
  });
};
