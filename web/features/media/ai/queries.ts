// Labels of AI and manifest stores of media: queries and mutations of owners and of administrators.
import type { AiChoice } from '@camarim/contract/limits';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../client/api/api.ts';

const ALL = ['media', 'credentials'] as const;

/** Empty: the file came without a manifest store. */
export const credentialsQuery = (id: string) =>
  queryOptions({
    queryKey: [...ALL, id] as const,
    queryFn: async ({ signal }) =>
      (await call('GET /medias/{id}/credentials', { params: { id }, signal })).data,
  });

/** The same of any media, for administrators. */
export const staffCredentialsQuery = (id: string) =>
  queryOptions({
    queryKey: ['dsb', ...ALL, id] as const,
    queryFn: async ({ signal }) =>
      (await call('GET /dsb/medias/{id}/credentials', { params: { id }, signal })).data,
  });

export const useSetAi = (id: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ai: AiChoice) => call('PUT /medias/{id}/ai', { params: { id }, body: { ai } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['vault'] }),
  });
};

export const useDecideAi = (id: string) =>
  useMutation({
    mutationFn: async (body: { ai: AiChoice | null; reason: string }) =>
      (await call('POST /dsb/medias/{id}/ai', { params: { id }, body })).data,
  });
