// Age verifications in the admin pages: keys and calls.
import { queryOptions } from '@tanstack/react-query';
import { call, type Data } from '../../../client/api/api.ts';
import { withStepUp } from '../../auth/index.ts';

export type AgeReview = Data<'GET /dsb/age'>[number];

/** Each fetch is recorded as a view, so the list is not refetched on window focus. */
const STALE_MS = 240_000;

export const agesQuery = () =>
  queryOptions({
    queryKey: ['dsb', 'age'],
    staleTime: STALE_MS,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) =>
      (await call('GET /dsb/age', { query: { limit: 10, offset: 0 }, signal })).data,
  });

export const decideAge = ({
  id,
  verified,
  reason,
}: {
  id: string;
  verified: boolean;
  reason: string;
}) => withStepUp(() => call('POST /dsb/age/{id}', { params: { id }, body: { verified, reason } }));
