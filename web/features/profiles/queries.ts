// Profiles: queries.
import type { Routes } from '@camarim/contract';
import type { Gender, ViewAs } from '@camarim/contract/limits';
import type { ReplyOf } from '@camarim/contract/route';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, type Data } from '../../client/api/api.ts';
import { profileKeys } from './keys.ts';

export type Profile = Data<'GET /publics/profiles/{domainname}'>;
export type ProfileTile = Data<'GET /publics/profiles/online'>[number];
type OnlinePage = ReplyOf<Routes['GET /publics/profiles/online']>;

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
          own: seenAs ? [403, 404] : [404],
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

/** Filters of Explore. */
export type ExploreFilter = {
  search: string;
  gender: Gender | null;
  from: 'all' | 'followings' | 'lastviewd';
};

/**
 * All producers that match the filter. The list ends with a page that has fewer items than its
 * limit.
 */
export const exploreQuery = ({ search, gender, from }: ExploreFilter) =>
  infiniteQueryOptions({
    queryKey: profileKeys.explore({ search, gender, from }),
    queryFn: ({ pageParam, signal }) =>
      call('GET /publics/profiles/online', {
        query: {
          limit: EXPLORE_PAGE,
          offset: pageParam,
          ...(search && { search }),
          ...(gender && { gender }),
          ...(from !== 'all' && { [from]: 'true' }),
        },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (page: OnlinePage, pages) =>
      page.data.length < EXPLORE_PAGE
        ? null
        : pages.reduce((sum, { data }) => sum + data.length, 0),
  });
