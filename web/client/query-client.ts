// The cache of server data: one per browser, one per rendered request.
import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api/errors.ts';

/**
 * What was loaded is shown again without asking for this long; sockets and mutations renew it
 * sooner.
 */
const FRESH_MS = 30_000;
const RETRIES_MAX = 2;

export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // A refusal stays a refusal; only silence and faults are worth another try.
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
