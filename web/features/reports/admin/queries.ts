// Reports in the admin pages: keys and calls.
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Data } from '../../../client/api/api.ts';
import { nextOffset } from '../../../client/next-offset.ts';
import { m } from '../../../paraglide/messages.js';
import { showToast } from '../../../ui/overlays/toasts.ts';

export type Report = Data<'GET /dsb/reports'>[number];
export type Outcome = NonNullable<Report['decision']>['outcome'];

const all = ['dsb', 'reports'] as const;
const PAGE = 10;
/** Each fetch is recorded as a view, so it is not refetched on window focus. */
const STALE_MS = 240_000;

/** Reports of the queue; with a reference only the report that has it. */
export const reportsQuery = (decided: boolean, reference: string) =>
  infiniteQueryOptions({
    queryKey: [...all, decided, reference],
    staleTime: STALE_MS,
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) =>
      (
        await call('GET /dsb/reports', {
          query: {
            decided: String(decided) as never,
            limit: PAGE,
            offset: pageParam,
            ...(reference && { reference }),
          },
          signal,
        })
      ).data,
    select: ({ pages }) => pages.flat(),
    getNextPageParam: nextOffset(PAGE),
  });

/** One decision may close several reports, so the whole list is refreshed. */
export const useDecideReport = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      id,
      ...body
    }: Pick<Report, 'id' | 'alike'> & { outcome: Outcome; reason: string }) =>
      call('POST /dsb/reports/{id}', { params: { id }, body, handled: [404, 409] }),
    // Not of the card, which the refreshed list removes before its callbacks run.
    onSuccess: () => showToast(m.dsb_decided(), 'success'),
    onSettled: () => client.invalidateQueries({ queryKey: all }),
  });
};
