// Lists of people: queries, and how many a selection has.
import type { Routes } from '@camarim/contract';
import { CONTACTS_PAGE, LIST_MEMBERS_PAGE } from '@camarim/contract/limits';
import type { BodyInput } from '@camarim/contract/route';
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call, type Data } from '../../client/api/api.ts';
import { nextOffset } from '../../client/next-offset.ts';

export type List = Data<'GET /lists'>[number];
export type ListRule = NonNullable<List['rule']>;
export type NewList = BodyInput<Routes['POST /lists']>;
export type ListEdit = BodyInput<Routes['PUT /lists/{id}']>;
type SelectionBody = BodyInput<Routes['POST /lists/count']>;
export type SelectionPart = SelectionBody['include'][number];
export type Selection = { include: SelectionPart[]; exclude: SelectionPart[] };

export const listsQuery = () =>
  queryOptions({
    queryKey: ['lists'] as const,
    queryFn: async ({ signal }) => (await call('GET /lists', { signal })).data,
  });

/** How many people a selection has now; it needs one included part at least. */
export const countQuery = (selection: Selection) =>
  queryOptions({
    queryKey: ['lists', 'count', selection] as const,
    queryFn: async ({ signal }) =>
      (await call('POST /lists/count', { body: selection, handled: [400, 429], signal })).data,
    enabled: selection.include.length > 0,
    // People come and go: a selection that is chosen again is counted again.
    staleTime: 0,
  });

/** What changes lists; whatever shows people with their lists is below the key of notes. */
const useListsCall = <Input, Reply>(send: (input: Input) => Promise<Reply>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['lists'] }),
        client.invalidateQueries({ queryKey: ['notes'] }),
      ]),
  });
};

/** Adds a person to lists that are kept by hand, and takes them out of others. */
export const useListsOfPerson = (profileId: string) =>
  useListsCall((changes: readonly { id: string; member: boolean }[]) =>
    Promise.all(
      changes.map(({ id, member }) =>
        call('PUT /lists/{id}/members', {
          params: { id },
          body: member ? { add: [profileId] } : { remove: [profileId] },
        }),
      ),
    ),
  );

/** Errors of the form that it shows itself. */
const HANDLED = [400, 409];

export const useCreateList = () =>
  useListsCall(({ body, idempotencyKey }: { body: NewList; idempotencyKey: string }) =>
    call('POST /lists', { body, idempotencyKey, handled: HANDLED }),
  );

export const useEditList = (id: string) =>
  useListsCall((body: ListEdit) =>
    call('PUT /lists/{id}', { params: { id }, body, handled: HANDLED }),
  );

export const useDeleteList = () =>
  useListsCall((id: string) => call('DELETE /lists/{id}', { params: { id } }));

/** Adds one person to a list that is kept by hand, or takes them out. */
export const useListMember = (id: string) =>
  useListsCall(({ profileId, member }: { profileId: string; member: boolean }) =>
    call('PUT /lists/{id}/members', {
      params: { id },
      body: member ? { add: [profileId] } : { remove: [profileId] },
    }),
  );

export const membersQuery = (id: string, name: string) =>
  infiniteQueryOptions({
    queryKey: ['lists', 'members', id, name] as const,
    queryFn: ({ pageParam, signal }) =>
      call('GET /lists/{id}/members', {
        params: { id },
        query: { offset: pageParam, limit: LIST_MEMBERS_PAGE, ...(name && { name }) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: nextOffset(LIST_MEMBERS_PAGE),
  });

export type CandidateKind = 'followers' | 'members';

/** People who may be added to a list. */
export const candidatesQuery = (origin: CandidateKind, name: string) =>
  infiniteQueryOptions({
    queryKey: ['lists', 'candidates', origin, name] as const,
    queryFn: ({ pageParam, signal }) =>
      call('GET /chats/contacts', {
        query: { offset: pageParam, limit: CONTACTS_PAGE, origin, ...(name && { name }) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: nextOffset(CONTACTS_PAGE),
  });
