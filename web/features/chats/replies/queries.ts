// A producer's saved replies: queries, and what changes them.
import type { Routes } from '@camarim/contract';
import type { BodyInput } from '@camarim/contract/route';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Data } from '../../../client/api/api.ts';
import { chatKeys } from '../keys.ts';

export type SavedReply = Data<'GET /chats/replies'>[number];
export type ReplyBody = BodyInput<Routes['POST /chats/replies']>;

export const repliesQuery = () =>
  queryOptions({
    queryKey: chatKeys.replies,
    queryFn: async ({ signal }) => (await call('GET /chats/replies', { signal })).data,
  });

const useReplyCall = <Input>(send: (input: Input) => Promise<unknown>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSettled: () => client.invalidateQueries({ queryKey: chatKeys.replies }),
  });
};

/** The dialog shows these itself. */
const HANDLED = [400, 409];

/** A reply without an id is a new one. */
export const useSaveReply = () =>
  useReplyCall(
    ({ id, body, idempotencyKey }: { id?: string; body: ReplyBody; idempotencyKey: string }) =>
      id === undefined
        ? call('POST /chats/replies', { body, idempotencyKey, handled: HANDLED })
        : call('PUT /chats/replies/{id}', { params: { id }, body, handled: HANDLED }),
  );

export const useDeleteReply = () =>
  useReplyCall((id: string) => call('DELETE /chats/replies/{id}', { params: { id } }));
