// The archive of my data: keys, hooks, and the way to its file.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shell/api/api.ts';
import { withStepUp } from '../auth/second-factor/queries.ts';

const EXPORT_KEY = ['exports', 'latest'] as const;
/** While it is being made; the email comes anyhow. */
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
    // One that is under way already is what was wanted.
    mutationFn: () => withStepUp(() => call('POST /exports', { own: [403, 409] })),
    onSettled: () => client.invalidateQueries({ queryKey: EXPORT_KEY }),
  });
};

/** The file comes as a download, so the page stays. */
export const useDownload = () =>
  useMutation({
    mutationFn: async (id: string) => {
      const { data } = await withStepUp(() =>
        call('GET /exports/{id}/address', { params: { id }, own: [403] }),
      );
      window.location.assign(data.url);
    },
  });
