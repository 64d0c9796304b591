// Performer reviews in the admin pages: keys and calls.
import { queryOptions } from '@tanstack/react-query';
import { call, type Data } from '../../../client/api/api.ts';
import { withStepUp } from '../../auth/index.ts';

export type PerformerReview = Data<'GET /dsb/performers'>[number];

/** Each fetch is recorded as a view, so the list is not refetched on window focus. */
const STALE_MS = 240_000;

export const performersQuery = (review: PerformerReview['review']) =>
  queryOptions({
    queryKey: ['dsb', 'performers', review],
    staleTime: STALE_MS,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) =>
      (await call('GET /dsb/performers', { query: { review, limit: 10, offset: 0 }, signal })).data,
  });

export const decidePerformer = ({
  id,
  ...body
}: {
  id: string;
  decision: PerformerReview['can'][number];
  reason: string;
}) => withStepUp(() => call('POST /dsb/performers/{id}', { params: { id }, body }));
