// The cache of server data: one per browser, one per rendered request.
import { notifyManager, QueryClient } from '@tanstack/react-query';
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
