// Saved payments, card limits and the data of boletos: keys and hooks of the wallet dialog.
import type { Routes } from '@camarim/contract';
import type { BodyInput } from '@camarim/contract/route';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type Data } from '../../client/api/api.ts';

export type SavedPayment = Data<'POST /funds/cards'>;
export type PaymentType = SavedPayment['paymentType'];
type NewPaymentMethod = BodyInput<Routes['POST /funds/cards']>;

const savedKeys = {
  list: (type: PaymentType) => ['funds', 'saved', type] as const,
  limit: ['funds', 'credit-limit'] as const,
  bill: ['funds', 'bill-data'] as const,
};

/** Source: specification section 9. */
const PAGE = 100;
const ACTIVATION_POLL_MS = 10_000;

/** Removed from the cache with the component, so that each dialog loads a fresh list. */
export const savedQuery = (type: PaymentType) =>
  queryOptions({
    queryKey: savedKeys.list(type),
    queryFn: async ({ signal }) =>
      (
        await call('GET /funds/payments', {
          query: { filter: `paymentType:eq:${type}`, limit: PAGE, offset: 0 },
          signal,
        })
      ).data,
    gcTime: 0,
    staleTime: 0,
    // Polls while an acquirer activates a card, so that it can be chosen as soon as it is usable.
    refetchInterval: ({ state }) =>
      state.data?.some(({ activating }) => activating) ? ACTIVATION_POLL_MS : false,
  });

/** The card that a payment in one press charges; null without one. */
export const useDefaultCard = (): SavedPayment | null => {
  const { data } = useQuery(savedQuery('card'));
  return data?.find((one) => one.default && one.usable) ?? null;
};

const ENDING = 4;
/** The last digits of a card. */
export const endingOf = ({ number }: SavedPayment): string => (number ?? '').slice(-ENDING);

export const limitQuery = () =>
  queryOptions({
    queryKey: savedKeys.limit,
    queryFn: async ({ signal }) => (await call('GET /funds/credit-limit', { signal })).data,
    staleTime: 0,
  });

export const billDataQuery = () =>
  queryOptions({
    queryKey: savedKeys.bill,
    queryFn: async ({ signal }) => (await call('GET /funds/bills-data', { signal })).data,
  });

const BIN_DIGITS = 6;
/** An error resets the brand and is shown at the field. */
export const binQuery = (bin: string) =>
  queryOptions({
    queryKey: ['funds', 'bin', bin],
    queryFn: async ({ signal }) =>
      (await call('GET /funds/bin/{bin}', { params: { bin }, signal, handled: [400] })).data,
    enabled: bin.length === BIN_DIGITS,
    staleTime: Infinity,
    retry: false,
  });

/** Errors that the forms themselves show. */
const IN_FORM = [400, 409];

export const useSavePayment = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: NewPaymentMethod) =>
      (await call('POST /funds/cards', { body, handled: IN_FORM })).data,
    onSuccess: ({ paymentType }) =>
      client.invalidateQueries({ queryKey: savedKeys.list(paymentType) }),
  });
};

/**
 * 404: the saved payment was deleted in another tab; the list is refreshed instead of redirecting
 * home.
 */
const GONE = [404];

export const useSetDefaultPayment = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: SavedPayment) =>
      call('PUT /funds/cards/{id}', { params: { id }, body: { default: true }, handled: GONE }),
    onSettled: (_reply, _error, { paymentType }) =>
      client.invalidateQueries({ queryKey: savedKeys.list(paymentType) }),
  });
};

export const useRemovePayment = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: SavedPayment) =>
      call('DELETE /funds/cards/{id}', { params: { id }, handled: GONE }),
    onSettled: (_reply, _error, { paymentType }) =>
      client.invalidateQueries({ queryKey: savedKeys.list(paymentType) }),
  });
};

export type BillData = NonNullable<Data<'GET /funds/bills-data'>>;

export const useSaveBillData = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: BodyInput<Routes['POST /funds/accept-bills']>) =>
      (await call('POST /funds/accept-bills', { body, handled: IN_FORM })).data,
    onSuccess: (data) => client.setQueryData(savedKeys.bill, data),
  });
};
