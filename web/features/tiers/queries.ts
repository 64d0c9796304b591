// A producer's plan: keys and hooks. Every mutation returns the complete settings.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Data } from '../../client/api/api.ts';

export type PlanSettings = Data<'GET /tiers'>;
export type Tier = NonNullable<PlanSettings['tier']>;

const PLAN_SETTINGS_KEY = ['tiers'] as const;
/** Errors that are shown at their field. */
const HANDLED = [400, 409];

export const planSettingsQuery = () =>
  queryOptions({
    queryKey: PLAN_SETTINGS_KEY,
    queryFn: async ({ signal }) => (await call('GET /tiers', { signal })).data,
  });

/** Writes the returned settings into the cache and refetches what fans see of them. */
const useSettingsMutation = <Input>(change: (input: Input) => Promise<{ data: PlanSettings }>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: ({ data }) => {
      client.setQueryData<PlanSettings>(PLAN_SETTINGS_KEY, data);
      void client.invalidateQueries({ queryKey: ['profiles'] });
    },
  });
};

export const useSetPrice = () =>
  useSettingsMutation((price: number) =>
    call('POST /tiers/paid', { body: { price }, handled: HANDLED }),
  );
export const useAddBundle = () =>
  useSettingsMutation((body: { months: number; discount: number }) =>
    call('POST /tiers/bundles', { body, handled: HANDLED }),
  );
export type NewPromotion = (
  | { discount: number; discountMonths: number }
  | { trialDays: number }
) & {
  startWhen: string | null;
  activeDays: number;
  maxUsers: number;
  codes: string[];
};
export const useAddPromotion = () =>
  useSettingsMutation((body: NewPromotion) =>
    call('POST /tiers/promotions', { body, handled: HANDLED }),
  );
export const useRemovePrice = () =>
  useSettingsMutation((id: string) => call('DELETE /tiers/prices/{id}', { params: { id } }));
export const useDeletePlan = () =>
  useSettingsMutation((id: string) => call('DELETE /tiers/{id}', { params: { id } }));
