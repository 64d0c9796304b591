// Media processing in the admin pages: keys and calls.
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Data } from '../../../client/api/api.ts';

export type MediaWork = Data<'GET /dsb/medias'>[number];
export type WorkState = MediaWork['state'];

export const WORK_STATES = [
  'waiting',
  'working',
  'failed',
  'processed',
] as const satisfies readonly WorkState[];

const all = ['dsb', 'medias'] as const;
/** Polling interval of states that change by themselves. */
const POLL_MS = 5_000;

export const mediaWorkQuery = ({ state, search }: { state: WorkState | null; search: string }) =>
  infiniteQueryOptions({
    queryKey: [...all, state, search],
    queryFn: ({ pageParam, signal }) =>
      call('GET /dsb/medias', {
        query: {
          ...(state && { state }),
          ...(search && { search }),
          ...(pageParam && { before: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
    getNextPageParam: (page) => page.cursor ?? null,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some((page) =>
        page.data.some((work) => work.state === 'waiting' || work.state === 'working'),
      )
        ? POLL_MS
        : false,
  });

/** The list shows the result; an error is shown by its message. */
export const useUpdateMediaWork = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, action }: { id: MediaWork['id']; action: MediaWork['can'][number] }) =>
      call(`POST /dsb/medias/{id}/${action}`, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: all }),
  });
};
