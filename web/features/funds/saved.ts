// Saved payments, card limits and the data of boletos: keys and hooks of the wallet dialog.
import type { Routes } from '@camarim/contract';
import type { BodyInput } from '@camarim/contract/route';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Data } from '../../shell/api/api.ts';

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
const ACTIVATING_MS = 10_000;

/** Forgotten with the method that shows it, and asked for anew by the next one. */
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
    // A card that its acquirer activates can be chosen as soon as it is usable.
    refetchInterval: ({ state }) =>
      state.data?.some(({ activating }) => activating) ? ACTIVATING_MS : false,
  });

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
/** A refusal clears what was known of the digits before; it is said at the field. */
export const binQuery = (bin: string) =>
  queryOptions({
    queryKey: ['funds', 'bin', bin],
    queryFn: async ({ signal }) =>
      (await call('GET /funds/bin/{bin}', { params: { bin }, signal, own: [400] })).data,
    enabled: bin.length === BIN_DIGITS,
    staleTime: Infinity,
    retry: false,
  });

/** Failures of the forms are said in the forms. */
const IN_FORM = [400, 409];

export const useSavePayment = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: NewPaymentMethod) =>
      (await call('POST /funds/cards', { body, own: IN_FORM })).data,
    onSuccess: ({ paymentType }) =>
      client.invalidateQueries({ queryKey: savedKeys.list(paymentType) }),
  });
};

/** One that is gone already (another tab) is no longer in the list: nobody is sent away for it. */
const GONE = [404];

export const useChoosePayment = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: SavedPayment) =>
      call('PUT /funds/cards/{id}', { params: { id }, body: { default: true }, own: GONE }),
    onSettled: (_reply, _error, { paymentType }) =>
      client.invalidateQueries({ queryKey: savedKeys.list(paymentType) }),
  });
};

export const useRemovePayment = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: SavedPayment) =>
      call('DELETE /funds/cards/{id}', { params: { id }, own: GONE }),
    onSettled: (_reply, _error, { paymentType }) =>
      client.invalidateQueries({ queryKey: savedKeys.list(paymentType) }),
  });
};

export type BillData = NonNullable<Data<'GET /funds/bills-data'>>;

export const useAcceptBills = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: BodyInput<Routes['POST /funds/accept-bills']>) =>
      (await call('POST /funds/accept-bills', { body, own: IN_FORM })).data,
    onSuccess: (data) => client.setQueryData(savedKeys.bill, data),
  });
};
