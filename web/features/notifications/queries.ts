// Notifications: queries and hooks.
import type { Routes } from '@camarim/contract';
import {
  type NotificationGroup,
  typesOfGroup,
} from '@camarim/contract/features/notifications/kinds';
import { NOTIFICATIONS_READ_AT_ONCE } from '@camarim/contract/limits';
import type { ReplyOf } from '@camarim/contract/route';
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { call, type Data } from '../../client/api/api.ts';
import { useSession } from '../../client/session/session.ts';
import { notificationKeys } from './keys.ts';

export type Notification = Data<'GET /profiles/notifications'>[number];
type Page = ReplyOf<Routes['GET /profiles/notifications']>;
type Pages = InfiniteData<Page, string | null>;
type Unread = Data<'GET /profiles/notifications/unread'>;

const PAGE = 20;
/** Background refresh: errors of the header's count are not shown (specification section 4). */
const SILENT = [0, 400, 404, 429, 500, 503];

export type NotificationFilters = { group: NotificationGroup | null; search: string };

export const notificationsQuery = ({ group, search }: NotificationFilters) =>
  infiniteQueryOptions({
    queryKey: [...notificationKeys.lists, group, search],
    queryFn: ({ pageParam, signal }) =>
      call('GET /profiles/notifications', {
        query: {
          limit: PAGE,
          ...(pageParam !== null && { before: pageParam }),
          ...(group !== null && { types: typesOfGroup(group).join(',') }),
          ...(search && { search }),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }: Page) => cursor,
  });

export const unreadQuery = () =>
  queryOptions({
    queryKey: notificationKeys.unread,
    queryFn: async ({ signal }) =>
      (await call('GET /profiles/notifications/unread', { signal, handled: SILENT })).data,
  });

/** The unread count; before the first request that of the session. */
export const useUnread = (): number => {
  const { user } = useSession();
  // The session's count is as old as the page, so realtime events alone ask again.
  const { data } = useQuery({ ...unreadQuery(), enabled: user !== null, staleTime: Infinity });
  return data?.unread ?? user?.unreadNotifications ?? 0;
};

const markInCache = (client: QueryClient, ids: readonly string[] | null): void => {
  client.setQueriesData<Pages>(
    { queryKey: notificationKeys.lists },
    (cached) =>
      cached && {
        ...cached,
        pages: cached.pages.map((page) => ({
          ...page,
          data: page.data.map((one) =>
            ids === null || ids.includes(one.id) ? { ...one, read: true } : one,
          ),
        })),
      },
  );
};

/** Null marks all. */
export const useMarkRead = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (ids: Notification['id'][] | null) => {
      // The entry of a busy day may be about more than one call takes.
      for (let rest = ids; ; rest = rest.slice(NOTIFICATIONS_READ_AT_ONCE)) {
        const body = rest && { ids: rest.slice(0, NOTIFICATIONS_READ_AT_ONCE) };
        const { data } = await call('POST /profiles/notifications/read', { body: body ?? {} });
        if (!rest || rest.length <= NOTIFICATIONS_READ_AT_ONCE) return data;
      }
    },
    onMutate: (ids) => markInCache(client, ids),
    onSuccess: (unread) => client.setQueryData<Unread>(notificationKeys.unread, unread),
    onError: () => void client.invalidateQueries({ queryKey: notificationKeys.lists }),
  });
};

export type NotificationSettings = Data<'GET /profiles/notifications/settings'>;

export const settingsQuery = () =>
  queryOptions({
    queryKey: notificationKeys.settings,
    queryFn: async ({ signal }) =>
      (await call('GET /profiles/notifications/settings', { signal })).data,
  });

export const useSaveSettings = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: NotificationSettings) =>
      (await call('PUT /profiles/notifications/settings', { body })).data,
    onMutate: (settings) => client.setQueryData(notificationKeys.settings, settings),
    onSuccess: (settings) => {
      client.setQueryData(notificationKeys.settings, settings);
      // Groups may have come into the list or left it.
      void client.invalidateQueries({ queryKey: notificationKeys.lists });
      void client.invalidateQueries({ queryKey: notificationKeys.unread });
    },
    onError: () => void client.invalidateQueries({ queryKey: notificationKeys.settings }),
  });
};

export const pushQuery = () =>
  queryOptions({
    queryKey: notificationKeys.push,
    queryFn: async ({ signal }) =>
      (await call('GET /profiles/notifications/push', { signal })).data,
  });
