// Reviews in the admin pages: keys and calls.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type CallInput, type Data } from '../../../client/api/api.ts';
import { ApiError } from '../../../client/api/errors.ts';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { withStepUp } from '../../auth/index.ts';

export type ReviewQueue = Data<'GET /dsb/reviews'>;
export type ReviewItem = ReviewQueue['items'][number];
export type Decision = CallInput<'POST /dsb/reviews/{id}'>['body'];
export type ReviewLog = Data<'GET /dsb/reviews/producer/{producerId}'>;
export type ReviewSettings = Data<'GET /dsb/review-settings'>['settings'];
export type ProducerId = ReviewItem['producer']['profile']['id'];

const QUEUE = ['dsb', 'reviews'] as const;
const SETTINGS = ['dsb', 'review-settings'] as const;
const logKey = (producerId: ProducerId) => ['dsb', 'reviews-of', producerId] as const;
const HANDLED = [400, 403, 404, 409];

/** Each fetch is recorded as a view, so it is made when fewer are left than a person sees soon. */
export const reviewsQuery = () =>
  queryOptions({
    queryKey: QUEUE,
    queryFn: async ({ signal }) => (await call('GET /dsb/reviews', { signal })).data,
    staleTime: 240_000,
    refetchOnWindowFocus: false,
  });

export const useDecideReview = () =>
  useMutation({
    mutationFn: ({ id, decision }: { id: string; decision: Decision }) =>
      call('POST /dsb/reviews/{id}', { params: { id }, body: decision, handled: HANDLED }),
    onError: (error) => {
      if (error instanceof ApiError) showToast(error.message);
    },
  });

export const reviewLogQuery = (producerId: ProducerId) =>
  queryOptions({
    queryKey: logKey(producerId),
    queryFn: async ({ signal }) =>
      (
        await call('GET /dsb/reviews/producer/{producerId}', {
          params: { producerId },
          query: { refused: 'true' as never },
          signal,
        })
      ).data,
  });

export const useRestoreReview = (producerId: ProducerId) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, reason }: { id: string; reason: string }) =>
      (
        await call('POST /dsb/reviews/{id}/restore', {
          params: { id },
          body: { reason },
          handled: HANDLED,
        })
      ).data,
    onSettled: () => client.invalidateQueries({ queryKey: logKey(producerId) }),
  });
};

export const reviewSettingsQuery = () =>
  queryOptions({
    queryKey: SETTINGS,
    queryFn: async ({ signal }) => (await call('GET /dsb/review-settings', { signal })).data,
    // An edit is not overwritten while the tab is away.
    refetchOnWindowFocus: false,
  });

export const useChangeSettings = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CallInput<'PUT /dsb/review-settings'>['body']) =>
      withStepUp(() => call('PUT /dsb/review-settings', { body, handled: HANDLED })),
    onSuccess: () => client.invalidateQueries({ queryKey: SETTINGS }),
  });
};
