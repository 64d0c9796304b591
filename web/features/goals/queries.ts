// Goals of a profile: queries and hooks.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Data } from '../../client/api/api.ts';
import { goalsKey } from './keys.ts';

export type Goal = Data<'GET /goals'>[number];

export const goalsQuery = (profileId: string) =>
  queryOptions({
    queryKey: goalsKey(profileId),
    queryFn: async ({ signal }) =>
      (await call('GET /goals', { query: { profileId }, signal })).data,
  });

export const useCreateGoal = (profileId: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      idempotencyKey,
      ...goal
    }: {
      title: string;
      value: number;
      idempotencyKey: string;
    }) => call('POST /goals', { body: goal, idempotencyKey, handled: [400, 409] }),
    onSuccess: () => client.invalidateQueries({ queryKey: goalsKey(profileId) }),
  });
};

export const useCloseGoal = (profileId: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (goalId: string) => call('DELETE /goals/{goalId}', { params: { goalId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: goalsKey(profileId) }),
  });
};
