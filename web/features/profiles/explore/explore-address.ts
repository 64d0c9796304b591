// Explore's filters in a shareable URL: `/?explore&gender=woman&sort=price`.
import { GENDERS, PRODUCER_SORTS, TAG_MAX } from '@camarim/contract/limits';
import { NO_FILTER, type ExploreFilter } from '../queries.ts';

const PLACES = ['all', 'followings', 'lastviewd'] as const;

/** The filter of a URL; null when it is not one of Explore. Invalid values are ignored. */
export const exploreFilterOf = ({ searchParams: query }: URL): ExploreFilter | null => {
  if (!query.has('explore')) return null;
  return {
    search: '',
    gender: GENDERS.find((gender) => gender === query.get('gender')) ?? null,
    from: PLACES.find((place) => place === query.get('from')) ?? 'all',
    sort: PRODUCER_SORTS.find((sort) => sort === query.get('sort')) ?? NO_FILTER.sort,
    free: query.has('free'),
    promotion: query.has('promotion'),
    online: query.has('online'),
    tag: query.get('tag')?.trim().slice(0, TAG_MAX) || null,
  };
};

export const addressOf = ({
  gender,
  from,
  sort,
  free,
  promotion,
  online,
  tag,
}: ExploreFilter): string =>
  `/?${new URLSearchParams({
    explore: '',
    ...(gender && { gender }),
    ...(from !== 'all' && { from }),
    ...(sort !== NO_FILTER.sort && { sort }),
    ...(free && { free: '1' }),
    ...(promotion && { promotion: '1' }),
    ...(online && { online: '1' }),
    ...(tag !== null && { tag }),
  })}`;

/** Names were searched for here before the search had a page of its own: `/?explore=nome`. */
export const searchedName = ({ searchParams: query }: URL): string | null =>
  query.get('explore')?.trim() || null;
