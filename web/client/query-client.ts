// The cache of server data: one per browser, one per rendered request.
import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  notifyManager,
  type Query,
  QueryClient,
} from '@tanstack/react-query';
import { ApiError } from './api/errors.ts';

/**
 * What was loaded is shown again without asking for this long; sockets and mutations renew it
 * sooner.
 */
const FRESH_MS = 30_000;
const RETRIES_MAX = 2;

/**
 * React puts a controlled field back right after the press; by a timer, as it is by default, the
 * cache's answer may come a frame later, and a check box jumps back for a moment.
 */
notifyManager.setScheduler(queueMicrotask);

const isFirstLoad = ({ state }: Query): boolean =>
  state.data === undefined && state.fetchStatus === 'fetching';

/**
 * An answer that is on its way may be older than the change that invalidates its query. The library
 * drops the request of an answer that replaces data, but waits for a first one and takes it for
 * fresh; here it is shown, and then read again.
 */
class Client extends QueryClient {
  override async invalidateQueries(
    filters: InvalidateQueryFilters = {},
    options: InvalidateOptions = {},
  ): Promise<void> {
    const again = this.getQueryCache()
      .findAll(filters)
      .filter(isFirstLoad)
      .map((query) =>
        query.fetch().then(
          // Of several changes, the first one asks for all of them.
          () =>
            super.invalidateQueries(
              { ...filters, queryKey: query.queryKey, exact: true },
              { ...options, cancelRefetch: false },
            ),
          () => undefined,
        ),
      );
    await Promise.all([super.invalidateQueries(filters, options), ...again]);
  }
}

export const makeQueryClient = (): QueryClient =>
  new Client({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // A refusal stays a refusal; only silence and faults are worth another attempt.
        retry: (failures, error) =>
          failures < RETRIES_MAX && !(error instanceof ApiError && error.status < 500),
        refetchOnWindowFocus: false,
      },
    },
  });

let browserClient: QueryClient | undefined;

/** The browser's only client; every call on the server makes a new one. */
export const queryClient = (): QueryClient => {
  if (import.meta.env.SSR) return makeQueryClient();
  browserClient ??= makeQueryClient();
  return browserClient;
};
