// The audit log: its pages, the addresses of its files, and its check.
import { infiniteQueryOptions, useMutation } from '@tanstack/react-query';
import { call, type CallInput, type Data } from '../../client/api/api.ts';

export type AuditEntry = Data<'GET /dsb/audit'>[number];
export type AuditCheck = Data<'POST /dsb/audit/check'>;
export type AuditFilter = Omit<
  NonNullable<CallInput<'GET /dsb/audit'>['query']>,
  'limit' | 'before'
>;

export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['dsb', 'audit', filter],
    queryFn: ({ pageParam, signal }) =>
      call('GET /dsb/audit', {
        query: { ...filter, ...(pageParam && { before: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
    getNextPageParam: (page) => page.cursor ?? null,
  });

export const auditFile = (filter: AuditFilter, format: 'ndjson' | 'csv'): string =>
  `/api/dsb/audit/export?${new URLSearchParams({ ...(filter as Record<string, string>), format })}`;

/** Each check is recorded, so that it runs on request only. */
export const useAuditCheck = () =>
  useMutation({ mutationFn: async () => (await call('POST /dsb/audit/check', {})).data });
