// The settings of age: what is in force, and the next version of the rules.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../client/api/api.ts';
import { withStepUp } from '../../auth/index.ts';
import type { AgeRule } from './rule-groups.ts';

const KEY = ['dsb', 'age-settings'] as const;
/** Errors that the page itself shows. */
const HANDLED = [400, 409];

export const ageSettingsQuery = () =>
  queryOptions({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await call('GET /dsb/age-settings', { signal })).data,
    // An edit is not overwritten while the tab is away.
    refetchOnWindowFocus: false,
  });

export const useChangeRules = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { version: number; rules: AgeRule[]; reason: string }) =>
      withStepUp(() => call('PUT /dsb/age-settings', { body, handled: HANDLED })),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  });
};
