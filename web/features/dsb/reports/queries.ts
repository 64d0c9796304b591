// Reports in the dashboard: keys and calls.
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Data } from '../../../shell/api/api.ts';

export type Report = Data<'GET /dsb/reports'>[number];
export type Outcome = NonNullable<Report['decision']>['outcome'];

const all = ['dsb', 'reports'] as const;
const PAGE = 10;
/** Looking is recorded: it is asked for once, not each time a window gets the focus. */
const ONCE_MS = 240_000;

export const reportsQuery = (decided: boolean) =>
  infiniteQueryOptions({
    queryKey: [...all, decided],
    staleTime: ONCE_MS,
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) =>
      (
        await call('GET /dsb/reports', {
          query: { decided: String(decided) as never, limit: PAGE, offset: pageParam },
          signal,
        })
      ).data,
    getNextPageParam: (page, pages) => (page.length < PAGE ? undefined : pages.length * PAGE),
  });

/** One decision may end several reports: the list tells what is left. */
export const useDecideReport = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, outcome, reason }: { id: string; outcome: Outcome; reason: string }) =>
      call('POST /dsb/reports/{id}', {
        params: { id },
        body: { outcome, reason },
        own: [404, 409],
      }),
    onSettled: () => client.invalidateQueries({ queryKey: all }),
  });
};
