// The personal data archive: keys, hooks, and its download.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../client/api/api.ts';
import { withStepUp } from '../auth/index.ts';

const EXPORT_KEY = ['exports', 'latest'] as const;
/** Polling interval while the archive is being made; an email announces it as well. */
const POLL_MS = 5_000;

export const exportQuery = () =>
  queryOptions({
    queryKey: EXPORT_KEY,
    queryFn: async ({ signal }) => (await call('GET /exports', { signal })).data,
    refetchInterval: ({ state }) => (state.data?.state === 'queued' ? POLL_MS : false),
  });

export const useRequestExport = () => {
  const client = useQueryClient();
  return useMutation({
    // 409: an export is in progress already, which is the wanted result.
    mutationFn: () => withStepUp(() => call('POST /exports', { handled: [403, 409] })),
    onSettled: () => client.invalidateQueries({ queryKey: EXPORT_KEY }),
  });
};

/** The response is an attachment, so the page stays open. */
export const useDownload = () =>
  useMutation({
    mutationFn: async (id: string) => {
      const { data } = await withStepUp(() =>
        call('GET /exports/{id}/address', { params: { id }, handled: [403] }),
      );
      window.location.assign(data.url);
    },
  });
