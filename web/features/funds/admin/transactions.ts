// Transactions and waiting payouts of the admin pages: keys, calls, and the step-up that each call
// requires.
import type { Routes } from '@camarim/contract';
import type { Centavos } from '@camarim/contract/money';
import type { BodyInput } from '@camarim/contract/route';
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { m } from '../../../paraglide/messages.js';
import { call, type Data } from '../../../client/api/api.ts';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { withStepUp } from '../../auth/index.ts';

export type Transaction = Data<'GET /dsb/transactions'>[number];
export type Correction = { line: Transaction; action: Transaction['can'][number] };
export type WaitingCashOut = Data<'GET /dsb/cash-outs'>[number];

export type Dispute = Data<'GET /dsb/disputes'>[number];

const keys = {
  all: ['dsb', 'transactions'] as const,
  queue: ['dsb', 'cashOuts'] as const,
  disputes: ['dsb', 'disputes'] as const,
};

export const transactionsQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...keys.all, 'found', search],
    queryFn: ({ pageParam, signal }) =>
      call('GET /dsb/transactions', {
        query: { ...(search && { search }), ...(pageParam && { before: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
    getNextPageParam: (page) => page.cursor ?? null,
  });

/** Card payments held for fraud review. */
export const heldQuery = () =>
  queryOptions({
    queryKey: [...keys.all, 'held'],
    queryFn: async ({ signal }) =>
      (await call('GET /dsb/transactions', { query: { held: 'true', limit: 50 }, signal })).data,
  });

export const cashOutQueueQuery = () =>
  queryOptions({
    queryKey: keys.queue,
    queryFn: async ({ signal }) =>
      (await call('GET /dsb/cash-outs', { query: { limit: 50, offset: 0 }, signal })).data,
  });

/** Disputes that wait, the earliest deadline first. */
export const disputesQuery = () =>
  queryOptions({
    queryKey: keys.disputes,
    queryFn: async ({ signal }) =>
      (await call('GET /dsb/disputes', { query: { limit: 50, offset: 0 }, signal })).data,
  });

const HANDLED = [400, 403, 404, 409];

export const useCorrectTransaction = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      line: { id },
      action,
      ...body
    }: Correction & { reason: string; answerBy?: string }) =>
      withStepUp(() =>
        call(`POST /dsb/transactions/{id}/${action}`, {
          params: { id },
          body,
          handled: HANDLED,
        }),
      ),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keys.all }),
        client.invalidateQueries({ queryKey: keys.disputes }),
      ]),
  });
};

export const useDecideDispute = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      id,
      ...body
    }: BodyInput<Routes['POST /dsb/disputes/{id}']> & Pick<Dispute, 'id'>) =>
      withStepUp(() => call('POST /dsb/disputes/{id}', { params: { id }, body, handled: HANDLED })),
    onSettled: () => client.invalidateQueries({ queryKey: keys.disputes }),
  });
};

export type PersonWithEarnings = Pick<BodyInput<Routes['POST /dsb/cash-outs']>, 'profileId'> & {
  earnings: Centavos;
};

export const useCashOutOfBlocked = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      idempotencyKey,
      ...body
    }: BodyInput<Routes['POST /dsb/cash-outs']> & { idempotencyKey: string }) =>
      withStepUp(() => call('POST /dsb/cash-outs', { body, idempotencyKey, handled: HANDLED })),
    onSettled: () => client.invalidateQueries({ queryKey: keys.queue }),
  });
};

export const useDecideCashOut = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: WaitingCashOut['id']; approve: boolean; reason: string }) =>
      withStepUp(() =>
        call('POST /dsb/cash-outs/{id}', { params: { id }, body, handled: HANDLED }),
      ),
    onSuccess: ({ data: { status } }) => {
      if (status === 'requested') showToast(m.dsb_second_person(), 'success');
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.queue }),
  });
};
