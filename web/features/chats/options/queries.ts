// A producer's options of conversations.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Data } from '../../../client/api/api.ts';
import { chatKeys } from '../keys.ts';

export type ChatOptions = Data<'GET /chats/options'>;

export const optionsQuery = () =>
  queryOptions({
    queryKey: chatKeys.options,
    queryFn: async ({ signal }) => (await call('GET /chats/options', { signal })).data,
  });

export const useSaveOptions = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: ChatOptions) => (await call('PUT /chats/options', { body })).data,
    onSuccess: (options) => client.setQueryData(chatKeys.options, options),
  });
};
