// The limits against fraud in the admin pages: keys and calls.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type CallInput, type Data } from '../../../client/api/api.ts';
import { ApiError } from '../../../client/api/errors.ts';
import { withStepUp } from '../../auth/index.ts';

export type FraudSettingsView = Data<'GET /dsb/fraud/settings'>;

const KEY = ['dsb', 'fraud-settings'] as const;

export const fraudSettingsQuery = () =>
  queryOptions({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await call('GET /dsb/fraud/settings', { signal })).data,
    // An edit is not overwritten while the tab is away.
    refetchOnWindowFocus: false,
  });

export const useSetFraudSettings = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: CallInput<'PUT /dsb/fraud/settings'>['body']) =>
      (await withStepUp(() => call('PUT /dsb/fraud/settings', { body, handled: [400, 403, 409] })))
        .data,
    onSuccess: (data) => client.setQueryData(KEY, data),
    // Another person has just changed the limits: the version that was read is refused from now on.
    onError: (error) =>
      error instanceof ApiError && error.code === 'fraud.settingsChanged'
        ? client.invalidateQueries({ queryKey: KEY })
        : undefined,
  });
};
