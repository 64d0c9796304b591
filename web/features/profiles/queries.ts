// Profiles: queries.
import type { Gender, ProducerSort, ViewAs } from '@camarim/contract/limits';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, type Data } from '../../client/api/api.ts';
import { profileKeys } from './keys.ts';

export type Profile = Data<'GET /publics/profiles/{domainname}'>;
export type ProfileTile = Data<'GET /publics/profiles/online'>[number];

/** A missing profile is shown by the page's own 404; `seenAs`: as another person sees one's own. */
export const profileQuery = (domainName: string, seenAs: ViewAs | null = null) =>
  queryOptions({
    queryKey: seenAs ? profileKeys.seenAs(domainName, seenAs) : profileKeys.one(domainName),
    queryFn: async ({ signal }) =>
      (
        await call('GET /publics/profiles/{domainname}', {
          params: { domainname: domainName },
          ...(seenAs && { query: { viewAs: seenAs } }),
          signal,
          handled: seenAs ? [403, 404] : [404],
        })
      ).data,
  });

const RAIL_TILES = 6;

/** Producers who are online, for the home page. */
export const onlineQuery = () =>
  queryOptions({
    queryKey: profileKeys.online,
    queryFn: async ({ signal }) =>
      (await call('GET /publics/profiles/online', { query: { limit: RAIL_TILES }, signal })).data,
  });

const EXPLORE_PAGE = 24;

/** What Explore lists, and in which order. */
export type ExploreFilter = {
  /** Only for the search of people: Explore has no words. */
  search: string;
  gender: Gender | null;
  from: 'all' | 'followings' | 'lastviewd';
  sort: ProducerSort;
  free: boolean;
  promotion: boolean;
  online: boolean;
  tag: string | null;
};

export const NO_FILTER: ExploreFilter = {
  search: '',
  gender: null,
  from: 'all',
  sort: 'popular',
  free: false,
  promotion: false,
  online: false,
  tag: null,
};

const queryOf = ({ search, gender, from, sort, free, promotion, online, tag }: ExploreFilter) => ({
  sort,
  ...(search && { search }),
  ...(gender && { gender }),
  ...(from !== 'all' && { [from]: 'true' as const }),
  ...(free && { free: 'true' as const }),
  ...(promotion && { promotion: 'true' as const }),
  ...(online && { online: 'true' as const }),
  ...(tag !== null && { tag }),
});

/** All producers that match the filter, a page at a time. */
export const exploreQuery = (filter: ExploreFilter, limit = EXPLORE_PAGE) =>
  infiniteQueryOptions({
    queryKey: profileKeys.explore({ ...filter, limit }),
    queryFn: ({ pageParam, signal }) =>
      call('GET /publics/profiles/online', {
        query: { limit, ...queryOf(filter), ...(pageParam !== null && { before: pageParam }) },
        signal,
        // A tag without a proof of age: the gate is above the page.
        handled: [403],
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.cursor ?? null,
  });

/** The producers who were approved last, for a row. */
export const newcomersQuery = () =>
  queryOptions({
    queryKey: profileKeys.newcomers,
    queryFn: async ({ signal }) =>
      (
        await call('GET /publics/profiles/online', {
          query: { limit: RAIL_TILES, sort: 'new' },
          signal,
        })
      ).data,
  });

/** For members: with the reason of each. */
export const recommendedQuery = () =>
  queryOptions({
    queryKey: profileKeys.recommended,
    queryFn: async ({ signal }) => (await call('GET /profiles/recommended', { signal })).data,
  });
