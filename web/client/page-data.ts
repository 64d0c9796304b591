// Loads a page's queries before it is shown: on the server into the page, in the browser into the
// cache.
import {
  type DehydratedState,
  dehydrate,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { data } from 'react-router';
import { ApiError } from './api/errors.ts';
import { queryClient } from './query-client.ts';

/** A query as queries.ts files make it with queryOptions or infiniteQueryOptions. */
export type PageQuery = { queryKey: QueryKey; queryFn?: unknown; initialPageParam?: unknown };

type PageQueries = {
  /** Without these there is no page: their refusal is the page's status. */
  required?: readonly PageQuery[];
  /** These have an error state of their own on the page. */
  optional?: readonly PageQuery[];
  /**
   * What the others show to be needed, such as suggestions for an empty list; optional like them.
   */
  next?: (client: QueryClient) => readonly PageQuery[];
};

/** What a page's loader gives for the root to put into the cache. */
export type PageData = { queries: DehydratedState | null };

const load = (client: QueryClient, query: PageQuery): Promise<unknown> => {
  // What is cached is shown at once and renewed by its component: coming back to a list keeps its
  // place.
  const options = { ...query, staleTime: 'static' } as never;
  return 'initialPageParam' in query ? client.infiniteQuery(options) : client.query(options);
};

const asRouteError = (error: unknown): unknown =>
  error instanceof ApiError && error.status < 500
    ? data(
        { code: error.code, message: error.message },
        { status: error.status === 401 ? 403 : error.status },
      )
    : error;

/**
 * Use in `loader` and in `clientLoader`; throws the refusal of a required query as the page's
 * error.
 */
export const loadPage = async ({
  required = [],
  optional = [],
  next,
}: PageQueries): Promise<PageData & { client: QueryClient }> => {
  const client = queryClient();
  const settled = Promise.allSettled(optional.map((query) => load(client, query)));
  try {
    await Promise.all(required.map((query) => load(client, query)));
  } catch (error) {
    throw asRouteError(error);
  }
  await settled;
  if (next) await Promise.allSettled(next(client).map((query) => load(client, query)));
  return { client, queries: import.meta.env.SSR ? dehydrate(client) : null };
};
