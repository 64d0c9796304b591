// Automations: queries, and what saves and deletes them.
import type { Routes } from '@camarim/contract';
import type { BodyInput, ReplyOf } from '@camarim/contract/route';
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call, type Data } from '../../../client/api/api.ts';
import { chatKeys } from '../keys.ts';

export type Automation = Data<'GET /chats/automations'>[number];
export type AutomationBody = BodyInput<Routes['POST /chats/automations']>;
export type LogEntry = Data<'GET /chats/automations/log'>[number];

export const automationsQuery = () =>
  queryOptions({
    queryKey: [...chatKeys.automations, 'list'],
    queryFn: async ({ signal }) => (await call('GET /chats/automations', { signal })).data,
  });

/**
 * What was sent and what was not, newest first; null: by all automations and the welcome message.
 */
export const logQuery = (automationId: Automation['id'] | null) =>
  infiniteQueryOptions({
    queryKey: [...chatKeys.automations, 'log', automationId],
    queryFn: ({ pageParam, signal }) =>
      call('GET /chats/automations/log', {
        query: {
          ...(pageParam !== null && { before: pageParam }),
          ...(automationId !== null && { automationId }),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }: ReplyOf<Routes['GET /chats/automations/log']>) => cursor ?? null,
  });

const useAutomationsCall = <Input>(send: (input: Input) => Promise<unknown>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSettled: () => client.invalidateQueries({ queryKey: chatKeys.automations }),
  });
};

/** The form shows these itself. */
const HANDLED = [400, 409];

/** An automation without an id is a new one. */
export const useSaveAutomation = () =>
  useAutomationsCall(
    ({
      id,
      body,
      idempotencyKey,
    }: {
      id?: Automation['id'] | undefined;
      body: AutomationBody;
      idempotencyKey: string;
    }) =>
      id === undefined
        ? call('POST /chats/automations', { body, idempotencyKey, handled: HANDLED })
        : call('PUT /chats/automations/{id}', { params: { id }, body, handled: HANDLED }),
  );

export const useSwitchAutomation = () =>
  useAutomationsCall(({ id, body }: { id: Automation['id']; body: AutomationBody }) =>
    call('PUT /chats/automations/{id}', { params: { id }, body }),
  );

export const useDeleteAutomation = () =>
  useAutomationsCall((id: Automation['id']) =>
    call('DELETE /chats/automations/{id}', { params: { id } }),
  );
