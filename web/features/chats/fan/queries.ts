// What a producer knows of the fan they write with.
import { queryOptions } from '@tanstack/react-query';
import { call, type Data } from '../../../client/api/api.ts';
import { chatKeys } from '../keys.ts';

export type Fan = Data<'GET /chats/{id}/fan'>;

export const fanQuery = (id: string) =>
  queryOptions({
    queryKey: [...chatKeys.fans, id],
    queryFn: async ({ signal }) =>
      (await call('GET /chats/{id}/fan', { params: { id }, handled: [0, 404, 500, 503], signal }))
        .data,
    // Not each payment has an event that names the conversation.
    staleTime: 0,
  });
