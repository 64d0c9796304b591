// A producer's plan: keys and hooks. Every change answers the whole desk again.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Data } from '../../shell/api/api.ts';

export type Desk = Data<'GET /tiers'>;
export type Tier = NonNullable<Desk['tier']>;

const deskKey = ['tiers'] as const;
/** Told beside the field that is wrong. */
const OWN = [400, 409];

export const deskQuery = () =>
  queryOptions({
    queryKey: deskKey,
    queryFn: async ({ signal }) => (await call('GET /tiers', { signal })).data,
  });

/** Shows the answered desk, and what others see anew. */
const useDeskChange = <Input>(change: (input: Input) => Promise<{ data: Desk }>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: ({ data }) => {
      client.setQueryData<Desk>(deskKey, data);
      void client.invalidateQueries({ queryKey: ['profiles'] });
    },
  });
};

export const useSetPrice = () =>
  useDeskChange((price: number) => call('POST /tiers/paid', { body: { price }, own: OWN }));
export const useAddBundle = () =>
  useDeskChange((body: { months: number; discount: number }) =>
    call('POST /tiers/bundles', { body, own: OWN }),
  );
export type NewPromotion = {
  discount: number;
  startWhen: string | null;
  activeDays: number;
  maxUsers: number;
  codes: string[];
};
export const useAddPromotion = () =>
  useDeskChange((body: NewPromotion) => call('POST /tiers/promotions', { body, own: OWN }));
export const useRemovePrice = () =>
  useDeskChange((id: string) => call('DELETE /tiers/prices/{id}', { params: { id } }));
export const useDeletePlan = () =>
  useDeskChange((id: string) => call('DELETE /tiers/{id}', { params: { id } }));
