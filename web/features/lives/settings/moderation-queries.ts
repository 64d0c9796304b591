// Moderators of a producer's rooms, people who are banned from them, and what was done there.
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call, type Data } from '../../../client/api/api.ts';
import { liveKeys } from '../keys.ts';

export type Person = Data<'GET /lives/room/moderators'>[number];
export type Restriction = Data<'GET /lives/room/bans'>[number];
export type RoomAct = Data<'GET /lives/room/acts'>[number];

export const moderatorsQuery = () =>
  queryOptions({
    queryKey: liveKeys.moderators,
    queryFn: async ({ signal }) => (await call('GET /lives/room/moderators', { signal })).data,
    staleTime: 0,
  });

export const bansQuery = () =>
  infiniteQueryOptions({
    queryKey: liveKeys.bans,
    queryFn: ({ pageParam, signal }) =>
      call('GET /lives/room/bans', { query: pageParam ? { before: pageParam } : {}, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.cursor ?? null,
    staleTime: 0,
  });

export const actsQuery = () =>
  infiniteQueryOptions({
    queryKey: liveKeys.acts,
    queryFn: ({ pageParam, signal }) =>
      call('GET /lives/room/acts', {
        query: { limit: 20, ...(pageParam && { before: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.cursor ?? null,
    staleTime: 0,
  });

/** Shown above the people who were found. */
const IN_FORM = [400, 403, 404, 409];

export const useModeration = () => {
  const client = useQueryClient();
  const refresh = () =>
    Promise.all(
      [liveKeys.moderators, liveKeys.bans, liveKeys.acts].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
  const add = useMutation({
    mutationFn: (profileId: string) =>
      call('PUT /lives/room/moderators/{profileId}', { params: { profileId }, handled: IN_FORM }),
    onSuccess: refresh,
  });
  const remove = useMutation({
    mutationFn: (profileId: string) =>
      call('DELETE /lives/room/moderators/{profileId}', { params: { profileId } }),
    onSuccess: refresh,
  });
  const liftBan = useMutation({
    mutationFn: (profileId: string) =>
      call('DELETE /lives/room/bans/{profileId}', { params: { profileId } }),
    onSuccess: refresh,
  });
  return { add, remove, liftBan };
};
