// The overview: its query and the address of its file.
import type { OverviewTable } from '@camarim/contract/features/dsb';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, type Data } from '../../client/api/api.ts';
import type { Period } from '../../ui/fields/periods.ts';

export type Overview = Data<'GET /dsb'>;

const parametersOf = ({ from, to }: Period) => ({
  ...(from && { startsWhen: from }),
  ...(to && { endsWhen: to }),
});

/** Work arrives while the page is open. */
const REFETCH_MS = 60_000;

export const overviewQuery = (period: Period) =>
  queryOptions({
    queryKey: ['dsb', 'overview', period],
    queryFn: async ({ signal }) =>
      (await call('GET /dsb', { query: parametersOf(period) as never, signal })).data,
    placeholderData: keepPreviousData,
    refetchInterval: REFETCH_MS,
  });

/** A download authorised by the session's cookie. */
export const overviewFile = (period: Period, table: OverviewTable): string =>
  `/api/dsb/export?${new URLSearchParams({ ...parametersOf(period), table })}`;
