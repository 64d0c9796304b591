// Explore: producers in several orders and by what one looks for, with those who joined recently.
import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { m } from '../../../paraglide/messages.js';
import { useSession } from '../../../client/session/session.ts';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { NO_FILTER, type ExploreFilter } from '../queries.ts';
import styles from './Explore.module.css';
import { addressOf } from './explore-address.ts';
import { ExploreFilters, ExploreOrder } from './ExploreFilters.tsx';
import { ProfileGrid } from './ProfileGrid.tsx';
import { Newcomers, Recommended } from './ProfileRows.tsx';

const emptyTitle = ({ from }: ExploreFilter): string => {
  if (from === 'lastviewd') return m.explore_none_viewed();
  return from === 'followings' ? m.explore_none_followed() : m.explore_none_found();
};

/** A row of fewer would repeat the list below it. */
const FULL_ROW = 6;

/** `search` is the field that looks for people, tags and posts. */
export default function Explore({ filter, search }: { filter: ExploreFilter; search: ReactNode }) {
  const { user } = useSession();
  const unfiltered = addressOf(filter) === addressOf(NO_FILTER);
  return (
    <section className={styles.explore}>
      <h1 className={styles.title}>{m.explore_title()}</h1>
      <div className={styles.search}>{search}</div>
      <ExploreFilters filter={filter} signedIn={user !== null} />
      <ExploreOrder filter={filter} />
      {unfiltered && user && <Recommended atLeast={FULL_ROW} />}
      {unfiltered && <Newcomers atLeast={FULL_ROW} />}
      <ProfileGrid
        filter={filter}
        empty={<EmptyState icon={<SearchX aria-hidden />} title={emptyTitle(filter)} />}
      />
    </section>
  );
}
