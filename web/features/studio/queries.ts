// Subscribers, followers and who left: keys, queries and the address of the file.
import type { Routes } from '@camarim/contract';
import type { AudienceKind, AudienceSort } from '@camarim/contract/limits';
import type { ReplyOf } from '@camarim/contract/route';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call, type Data } from '../../client/api/api.ts';
import type { Period } from '../../ui/fields/periods.ts';

export type AudienceMember = Data<'GET /studio/audience'>[number];
export type Churn = Data<'GET /studio/churn'>;
type Page = ReplyOf<Routes['GET /studio/audience']>;

export type AudienceFilters = {
  kind: AudienceKind;
  sort: AudienceSort;
  renewing: '' | 'true' | 'false';
  search: string;
};

const parametersOf = ({ kind, sort, renewing, search }: AudienceFilters) => ({
  kind,
  sort,
  ...(renewing && kind === 'subscribers' && { renewing }),
  ...(search && { search }),
});

/** Below the key of notes, because a note that is written is shown in the list. */
export const audienceQuery = (filters: AudienceFilters) =>
  infiniteQueryOptions({
    queryKey: ['notes', 'audience', filters],
    queryFn: ({ pageParam, signal }) =>
      call('GET /studio/audience', {
        query: { ...parametersOf(filters), ...(pageParam && { before: pageParam }) } as never,
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page: Page) => page.cursor ?? null,
    placeholderData: keepPreviousData,
  });

/** A download authorised by the session's cookie. */
export const audienceFile = (filters: AudienceFilters): string =>
  `/api/studio/audience/export?${new URLSearchParams(parametersOf(filters))}`;

export const churnQuery = (days: number) =>
  queryOptions({
    queryKey: ['studio', 'churn', days],
    queryFn: async ({ signal }) =>
      (await call('GET /studio/churn', { query: { days }, signal })).data,
  });

export type Statistics = Data<'GET /studio/statistics'>;
export type FirstStepsState = Data<'GET /studio/first-steps'>;
export const statisticsQuery = (period: Period) =>
  queryOptions({
    queryKey: ['studio', 'statistics', period],
    queryFn: async ({ signal }) =>
      (await call('GET /studio/statistics', { query: period, signal })).data,
    placeholderData: keepPreviousData,
  });

const FIRST_STEPS = ['studio', 'firstSteps'];

/** Read again each time it is shown, because the steps are done on other pages. */
export const firstStepsQuery = () =>
  queryOptions({
    queryKey: FIRST_STEPS,
    queryFn: async ({ signal }) => (await call('GET /studio/first-steps', { signal })).data,
    staleTime: 0,
  });

export const useDismissFirstSteps = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('PUT /studio/first-steps', { body: { dismissed: true } }),
    onSuccess: () => client.invalidateQueries({ queryKey: FIRST_STEPS }),
  });
};
