// Mass messages: queries, and what sends, takes back and repeats them.
import type { Routes } from '@camarim/contract';
import type { BodyInput, ReplyOf } from '@camarim/contract/route';
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Data } from '../../../client/api/api.ts';
import { chatKeys } from '../keys.ts';

export type Broadcast = Data<'GET /chats/broadcasts/{id}'>;
export type NewBroadcast = BodyInput<Routes['POST /chats/many']>;

/** Mass messages by when they are or were sent, newest first. */
export const broadcastsQuery = () =>
  infiniteQueryOptions({
    queryKey: [...chatKeys.broadcasts, 'list'],
    queryFn: ({ pageParam, signal }) =>
      call('GET /chats/broadcasts', {
        query: pageParam === null ? {} : { before: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }: ReplyOf<Routes['GET /chats/broadcasts']>) => cursor ?? null,
  });

const useBroadcastCall = <Input>(send: (input: Input) => Promise<unknown>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSettled: () => client.invalidateQueries({ queryKey: chatKeys.broadcasts }),
  });
};

export const useSendBroadcast = () =>
  useBroadcastCall(({ body, idempotencyKey }: { body: NewBroadcast; idempotencyKey: string }) =>
    call('POST /chats/many', { body, idempotencyKey }),
  );

export type BroadcastChanges = BodyInput<Routes['PUT /chats/broadcasts/{id}']>;

export const useEditBroadcast = () =>
  useBroadcastCall(({ id, body }: { id: Broadcast['id']; body: BroadcastChanges }) =>
    call('PUT /chats/broadcasts/{id}', { params: { id }, body }),
  );

/** Cancels one that waits, or takes back one that was sent. */
export const useUnsendBroadcast = () =>
  useBroadcastCall((id: Broadcast['id']) =>
    call('DELETE /chats/broadcasts/{id}', { params: { id } }),
  );

export const useResendBroadcast = () =>
  useBroadcastCall(({ id, idempotencyKey }: { id: Broadcast['id']; idempotencyKey: string }) =>
    call('POST /chats/broadcasts/{id}/resend', { params: { id }, idempotencyKey }),
  );

/** One that has stopped goes on. */
export const useContinueBroadcast = () =>
  useBroadcastCall((id: Broadcast['id']) =>
    call('POST /chats/broadcasts/{id}/continue', { params: { id } }),
  );
