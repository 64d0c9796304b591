// Private notes about profiles: keys and hooks.
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call, type Data } from '../../client/api/api.ts';
import { nextOffset } from '../../client/next-offset.ts';

export type ListedNote = Data<'GET /profiles/notes'>[number];

const PAGE = 20;
/** Errors that the dialog itself shows. */
const HANDLED = [400, 404];

export const notesQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: ['notes', 'list', search],
    queryFn: ({ pageParam, signal }) =>
      call('GET /profiles/notes', {
        query: { limit: PAGE, offset: pageParam, ...(search && { search }) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: nextOffset(PAGE),
  });

export const noteQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['notes', 'one', profileId],
    queryFn: async ({ signal }) =>
      (
        await call('GET /profiles/{profileId}/notes', {
          params: { profileId },
          signal,
          handled: HANDLED,
        })
      ).data,
  });

/** Null deletes the note. */
export const useSaveNote = (profileId: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (raw: string | null) =>
      raw === null
        ? call('DELETE /profiles/{profileId}/notes', { params: { profileId } })
        : call('POST /profiles/{profileId}/notes', {
            params: { profileId },
            body: { raw },
            handled: HANDLED,
          }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['notes'] }),
  });
};
