// The transparency figures of a month, and the address of their file.
import { queryOptions } from '@tanstack/react-query';
import { call, type Data } from '../../client/api/api.ts';

export type Month = Data<'GET /publics/transparency'>;
export type Figure = Month['figures'][number];

export const monthQuery = (month: string | null) =>
  queryOptions({
    queryKey: ['transparency', month],
    queryFn: async ({ signal }) =>
      (await call('GET /publics/transparency', { query: month === null ? {} : { month }, signal }))
        .data,
  });

export const monthFile = (month: string): string =>
  `/api/publics/transparency/export?${new URLSearchParams({ month })}`;
