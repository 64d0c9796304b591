// Producers as a grid of tiles, a page at a time, with its loading, empty, error and end states.
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { type ExploreFilter, exploreQuery } from '../queries.ts';
import styles from './Explore.module.css';
import { ProfileTile } from './ProfileTile.tsx';

const SHAPES = Array.from({ length: 12 }, (_, index) => index);

export const ProfileGrid = ({ filter, empty }: { filter: ExploreFilter; empty: ReactNode }) => {
  const { data, isError, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(exploreQuery(filter));
  // Once each: a producer may have moved in the order between two pages.
  const profiles = [
    ...new Map(data?.pages.flatMap((page) => page.data).map((one) => [one.id, one])).values(),
  ];
  return (
    <>
      {isError && !data && <ErrorState onRetry={() => void refetch()} loading={isFetching} />}
      <ul className={styles.grid} aria-busy={isFetching}>
        {profiles.map((profile) => (
          <li key={profile.id}>
            <ProfileTile profile={profile} />
          </li>
        ))}
        {!data &&
          !isError &&
          SHAPES.map((shape) => (
            <li key={shape}>
              <Skeleton shape="tile" />
            </li>
          ))}
      </ul>
      {data && profiles.length === 0 && empty}
      {profiles.length > 0 && (
        <p className={styles.end}>
          {hasNextPage ? (
            <Button
              variant="line"
              loading={isFetchingNextPage}
              onClick={() => void fetchNextPage()}
            >
              {m.explore_more()}
            </Button>
          ) : (
            m.explore_end()
          )}
        </p>
      )}
    </>
  );
};
