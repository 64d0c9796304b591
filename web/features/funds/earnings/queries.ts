// Earnings of a period: query, and the URL of the export file.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, type Data } from '../../../client/api/api.ts';
import type { Period } from '../../../ui/fields/periods.ts';
import { fundsKeys } from '../keys.ts';

export type EarningsReport = Data<'GET /funds/earnings'>;

export const earningsReportQuery = (period: Period) =>
  queryOptions({
    queryKey: fundsKeys.earningsReport(period),
    queryFn: async ({ signal }) =>
      (await call('GET /funds/earnings', { query: period, signal })).data,
    placeholderData: keepPreviousData,
  });

/** A download authorised by the session's cookie. */
export const earningsReportFile = (part: 'days' | 'items' | 'fans', period: Period): string =>
  `/api/funds/earnings/export?${new URLSearchParams({ part, ...period })}`;
