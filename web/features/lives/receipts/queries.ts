// Receipts of shows in pages.
import type { Routes } from '@camarim/contract';
import { LIVE_RECEIPTS_PAGE } from '@camarim/contract/limits';
import type { QueryInput } from '@camarim/contract/route';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../../client/api/api.ts';
import { nextOffset } from '../../../client/next-offset.ts';
import { liveKeys } from '../keys.ts';

/** Receipts of one side, for one show or all. */
export type ReceiptChoice = NonNullable<QueryInput<Routes['GET /lives/receipts/export']>>;

export const receiptsPagesQuery = (choice: ReceiptChoice) =>
  infiniteQueryOptions({
    queryKey: [...liveKeys.receipts, 'pages', choice] as const,
    queryFn: ({ pageParam, signal }) =>
      call('GET /lives/receipts', {
        query: { ...choice, limit: LIVE_RECEIPTS_PAGE, offset: pageParam },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: nextOffset(LIVE_RECEIPTS_PAGE),
  });

/** Address of the same receipts as a CSV file, authorised by the session's cookie. */
export const receiptsFile = (choice: ReceiptChoice): string => {
  const selected = Object.entries(choice).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return `/api/lives/receipts/export?${new URLSearchParams(selected)}`;
};
