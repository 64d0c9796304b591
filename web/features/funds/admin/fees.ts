// A producer's own fee in the admin pages: keys and calls.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Data } from '../../../client/api/api.ts';
import { withStepUp } from '../../auth/index.ts';

export type ProducerId = Data<'GET /dsb/producer/{producerId}'>['profile']['id'];

const feeKey = (producerId: ProducerId) => ['dsb', 'fee', producerId] as const;

export const feeQuery = (producerId: ProducerId) =>
  queryOptions({
    queryKey: feeKey(producerId),
    queryFn: async ({ signal }) =>
      (await call('GET /dsb/fees/{producerId}', { params: { producerId }, signal })).data,
  });

export const useSetFee = (producerId: ProducerId) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { feeBps: number | null; reason: string }) =>
      withStepUp(() =>
        call('PUT /dsb/fees/{producerId}', { params: { producerId }, body, handled: [403] }),
      ),
    onSuccess: ({ data }) => client.setQueryData(feeKey(producerId), data),
  });
};
