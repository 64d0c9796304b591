// Explore: producers by name and gender, among all, followed or recently viewed ones.
import { useInfiniteQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useNavigate } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { useSession } from '../../../client/session/session.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { SearchField } from '../../../ui/fields/SearchField.tsx';
import { type ExploreFilter, exploreQuery } from '../queries.ts';
import styles from './Explore.module.css';
import { addressOf } from './explore-address.ts';
import { ExploreFilters } from './ExploreFilters.tsx';
import { ProfileTile } from './ProfileTile.tsx';

const SHAPES = Array.from({ length: 12 }, (_, index) => index);

const emptyTitle = ({ search, from }: ExploreFilter): string => {
  if (search !== '') return m.explore_none_title();
  if (from === 'lastviewd') return m.explore_none_viewed();
  return from === 'followings' ? m.explore_none_followed() : m.explore_none_found();
};

export default function Explore({ filter }: { filter: ExploreFilter }) {
  const { user } = useSession();
  const navigate = useNavigate();
  const { data, isError, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(exploreQuery(filter));
  const profiles = data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <section className={styles.explore}>
      <h1 className={styles.title}>{m.explore_title()}</h1>
      <div className={styles.search}>
        <SearchField
          label={m.explore_search()}
          value={filter.search}
          address={{ action: '/', name: 'explore' }}
          onSearch={(search) =>
            void navigate(addressOf({ ...filter, search }), {
              replace: true,
              preventScrollReset: true,
            })
          }
        />
      </div>
      <ExploreFilters filter={filter} signedIn={user !== null} />
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
      {data && profiles.length === 0 && (
        <EmptyState icon={<SearchX aria-hidden />} title={emptyTitle(filter)}>
          {filter.search === '' ? undefined : m.explore_none_text()}
        </EmptyState>
      )}
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
    </section>
  );
}
