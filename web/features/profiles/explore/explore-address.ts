// Explore's filters in a shareable URL: `/?explore=nome&gender=woman&from=followings`.
import { GENDERS } from '@camarim/contract/limits';
import type { ExploreFilter } from '../queries.ts';

const SEARCH_MAX = 60;
const PLACES = ['all', 'followings', 'lastviewd'] as const;

/** The filter of a URL; null when it is not one of Explore. Invalid values are ignored. */
export const exploreFilterOf = ({ searchParams }: URL): ExploreFilter | null => {
  const search = searchParams.get('explore');
  if (search === null) return null;
  return {
    search: search.trim().slice(0, SEARCH_MAX),
    gender: GENDERS.find((gender) => gender === searchParams.get('gender')) ?? null,
    from: PLACES.find((place) => place === searchParams.get('from')) ?? 'all',
  };
};

export const addressOf = ({ search, gender, from }: ExploreFilter): string =>
  `/?${new URLSearchParams({ explore: search, ...(gender && { gender }), ...(from !== 'all' && { from }) })}`;
