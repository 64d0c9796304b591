// The wallet, top-ups, tips and earnings: queries and hooks.
import type { Routes } from '@camarim/contract';
import type { Centavos } from '@camarim/contract/money';
import type { QueryInput, ReplyOf } from '@camarim/contract/route';
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call } from '../../client/api/api.ts';
import { ApiError } from '../../client/api/errors.ts';
import { type Intent, PAYMENT_REFUSALS, saleOf } from '../../client/sales.ts';
import { fundsKeys } from './keys.ts';
import { allowQuickTopUp } from './wallet/quick-top-up.ts';
import { holderBrowser, type ThreeDsProof } from './cards/three-ds.ts';

export type Charge = ReplyOf<Routes['POST /funds']>['data'];
export type StatementEntry = ReplyOf<Routes['GET /funds/statements']>['data'][number];

/** Undefined: no filter. */
export type StatementFilters = Partial<
  Pick<
    NonNullable<QueryInput<Routes['GET /funds/statements']>>,
    'kind' | 'direction' | 'from' | 'to'
  >
>;

/** What is for sale is another by now: its price or terms (400), or it is gone (409). */
const CHANGED = [400, 409];

/** Background refresh: errors of the header's balance are not shown (specification section 4). */
const SILENT = [0, 400, 404, 429, 500, 503];

export const walletQuery = () =>
  queryOptions({
    queryKey: fundsKeys.wallet,
    queryFn: async ({ signal }) => {
      const { data } = await call('GET /funds', {
        query: { filter: 'walletType:eq:wallet', limit: 1, offset: 0 },
        signal,
        handled: SILENT,
      });
      return data[0] ?? null;
    },
  });

export const methodsQuery = () =>
  queryOptions({
    queryKey: fundsKeys.methods,
    queryFn: ({ signal }) => call('GET /funds/methods', { signal }),
    staleTime: 600_000,
  });

/** A 404 is shown where the item was chosen instead of redirecting home. */
const GONE = 404;

/** Polling interval of a pending charge, in case the socket is down. */
const CHARGE_POLL_MS = 5_000;

/**
 * `known`: the reply that created the charge, as initial data. A charge of another account is a
 * 404, which the caller shows.
 */
export const chargeQuery = (id: string, known?: Charge) =>
  queryOptions({
    queryKey: fundsKeys.charge(id),
    queryFn: async ({ signal }) =>
      (
        await call('GET /funds/charges/{id}', {
          params: { id: id as Charge['id'] },
          signal,
          handled: [GONE],
        })
      ).data,
    initialData: known,
    retry: false,
    staleTime: CHARGE_POLL_MS,
    refetchInterval: (query) =>
      query.state.data && isFinal(query.state.data) ? false : CHARGE_POLL_MS,
  });

/** The first page: payments of the last days. */
const CHARGES_PAGE = 5;

export const chargesQuery = () =>
  infiniteQueryOptions({
    queryKey: fundsKeys.charges,
    queryFn: ({ pageParam, signal }) =>
      call('GET /funds/charges', {
        query: { limit: CHARGES_PAGE, before: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.cursor ?? null,
  });

/** Whether the charge is final, except for a late payment. */
const isFinal = (charge: Charge): boolean =>
  charge.status !== 'created' && charge.status !== 'pending' && charge.status !== 'expired';

export const earningsQuery = () =>
  queryOptions({
    queryKey: fundsKeys.earnings,
    // The header asks on every page: a person who was approved seconds ago is still refused, and
    // stays signed in.
    queryFn: async ({ signal }) =>
      (await call('GET /funds/earnings-balance', { signal, handled: [403] })).data,
  });

export const statementQuery = (account: 'wallet' | 'earnings', filters: StatementFilters = {}) =>
  infiniteQueryOptions({
    queryKey: fundsKeys.statement(account, filters),
    queryFn: ({ pageParam, signal }) =>
      call('GET /funds/statements', {
        query: { account, ...filters, before: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.cursor ?? null,
  });

/** URL of the same lines as a CSV file, authorised by the session's cookie. */
export const exportAddress = (
  account: 'wallet' | 'earnings',
  filters: StatementFilters,
): string => {
  const selected = Object.entries({ account, ...filters }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return `/api/funds/statements/export?${new URLSearchParams([['format', 'csv'], ...selected])}`;
};

export type TopUp = {
  method: Exclude<Charge['method'], 'pixAutomatico'>;
  /** Centavos. */
  value: Centavos;
  intent: Intent | null;
  profileCardId: PaymentMethodId | null;
  authentication?: ThreeDsProof;
  idempotencyKey: string;
};
type PaymentMethodId = ReplyOf<Routes['POST /funds/cards']>['data']['id'];

/** After these errors the same idempotency key would repeat the same error. */
const REFUSED: readonly string[] = ['gateway.refused', 'request.idempotencyMismatch'];

/** The next attempt to pay is a new charge; after every other error it continues the same one. */
export const isRefusedForGood = (error: unknown): boolean =>
  error instanceof ApiError && REFUSED.includes(error.code);

export const useTopUp = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ method, value, intent, profileCardId, authentication, idempotencyKey }: TopUp) =>
      call('POST /funds', {
        body: {
          paymentMethodKey: method,
          value,
          ...(profileCardId && { profileCardId }),
          ...(method === 'card' && {
            ageConfirmed: true as const,
            browser: holderBrowser(),
            ...(authentication && { authentication }),
          }),
          ...(intent && { intent }),
        },
        idempotencyKey,
        handled: [...PAYMENT_REFUSALS, GONE],
      }),
    // The tick of a payment by card counts for the next top-up of this tab, too.
    onSuccess: ({ data }) => {
      if (data.method === 'card' && data.status === 'paid') allowQuickTopUp(true);
    },
    // A card's result is final before the socket event arrives, so all funds are refreshed; other
    // methods only add a pending charge to the list.
    onSettled: (reply) =>
      reply?.data.method === 'card' || !reply
        ? client.invalidateQueries({
            queryKey: fundsKeys.all,
            predicate: ({ queryKey }) => queryKey[1] !== 'charge',
          })
        : client.invalidateQueries({ queryKey: fundsKeys.charges }),
  });
};

/**
 * Tips, buys or subscribes. The idempotency key belongs to the dialog, not to the attempt, so that
 * a retry or a second click charges once. A purchase that is finished after a top-up uses the key
 * of that charge: the first attempt failed with 402 and charged nothing. On 402 the API client
 * opens the wallet dialog.
 */
export const usePay = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ intent, idempotencyKey }: { intent: Intent; idempotencyKey: string }) => {
      const sale = await saleOf(intent);
      await sale.pay(intent, idempotencyKey);
      return sale;
    },
    onSuccess: async (sale, { intent }) => {
      await client.invalidateQueries({ queryKey: fundsKeys.all });
      await sale.refresh(client, intent);
    },
    // It has changed since it was seen: the new state is shown.
    onError: async (error, { intent }) => {
      if (error instanceof ApiError && CHANGED.includes(error.status))
        await (await saleOf(intent)).refresh(client, intent);
    },
  });
};
