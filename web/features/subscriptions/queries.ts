// Own subscriptions, subscribing and stopping: queries and hooks.
import type { LeaveReason } from '@camarim/contract/limits';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Data } from '../../client/api/api.ts';
import { fundsKeys } from '../funds/index.ts';
import { postKeys } from '../posts/index.ts';
import { profileKeys } from '../profiles/index.ts';
import { subscriptionsKey } from './keys.ts';

export type Subscription = Data<'GET /subscriptions'>[number];
export type Offer = Data<'GET /publics/profiles/discount'>;

const PAGE = 100;

export const subscriptionsQuery = () =>
  queryOptions({
    queryKey: subscriptionsKey,
    queryFn: async ({ signal }) =>
      (await call('GET /subscriptions', { query: { limit: PAGE }, signal })).data,
  });

/** Refetches everything that depends on a subscription: profiles, posts and funds. */
export const refreshAfterSubscription = (client: QueryClient): Promise<unknown> =>
  Promise.all(
    [subscriptionsKey, profileKeys.all, postKeys.all, fundsKeys.all].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );

/** Stops the renewal, or resumes it at the displayed price without a charge. */
export const useRenewal = ({ profile, currentPrice, price, subscribedUntil }: Subscription) => {
  const client = useQueryClient();
  const onSuccess = () => refreshAfterSubscription(client);
  const stop = useMutation({
    mutationFn: (reason: LeaveReason | undefined) =>
      call('DELETE /profiles/{id}/subscribe', {
        params: { id: profile.id },
        query: reason ? { reason } : {},
      }),
    onSuccess,
  });
  const resume = useMutation({
    mutationFn: (idempotencyKey: string) =>
      call('POST /profiles/{profileId}/renew', {
        params: { profileId: profile.id },
        body: { price: currentPrice ?? price, subscribedUntil },
        idempotencyKey,
      }),
    onSuccess,
  });
  return { stop, resume };
};

/** The discount of a code; an invalid one is shown at its field. */
export const useDiscount = (profileId: string) =>
  useMutation({
    mutationFn: async (discountCode: string) =>
      (
        await call('GET /publics/profiles/discount', {
          query: { profileId, discountCode },
          handled: [400, 404, 409],
        })
      ).data,
  });

/**
 * Creates a mandate with the Pix code that pays the first month and authorises the following ones.
 * The same idempotency key returns the same code.
 */
export const useCreateMandate = (profileId: string) =>
  useMutation({
    mutationFn: ({
      idempotencyKey,
      ...body
    }: {
      price: number;
      promotionId?: string;
      discountCode?: string;
      promotion?: { months: number; price: number };
      idempotencyKey: string;
    }) =>
      call('POST /profiles/{profileId}/renew/pix-automatico', {
        params: { profileId },
        body,
        idempotencyKey,
      }),
  });
