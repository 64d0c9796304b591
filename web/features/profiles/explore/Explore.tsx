// Explore: producers in several orders and by what one looks for, with those who joined lately.
import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { m } from '../../../paraglide/messages.js';
import { useSession } from '../../../client/session/session.ts';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { EVERYBODY, type ExploreFilter, newcomersQuery, recommendedQuery } from '../queries.ts';
import styles from './Explore.module.css';
import { addressOf } from './explore-address.ts';
import { ExploreFilters, ExploreOrder } from './ExploreFilters.tsx';
import { ProfileGrid } from './ProfileGrid.tsx';
import { ProfileRow } from './ProfileRow.tsx';
import { ProfileTile } from './ProfileTile.tsx';

const emptyTitle = ({ from }: ExploreFilter): string => {
  if (from === 'lastviewd') return m.explore_none_viewed();
  return from === 'followings' ? m.explore_none_followed() : m.explore_none_found();
};

/** A row of fewer would look forgotten. */
const ROW_MIN = 3;

const Newcomers = () => {
  const { data } = useQuery(newcomersQuery());
  if (!data || data.length < ROW_MIN) return null;
  return (
    <ProfileRow title={m.explore_newcomers()}>
      {data.map((profile) => (
        <li key={profile.id}>
          <ProfileTile profile={profile} />
        </li>
      ))}
    </ProfileRow>
  );
};

const Recommended = () => {
  const { data } = useQuery(recommendedQuery());
  if (!data || data.length === 0) return null;
  return (
    <ProfileRow title={m.explore_recommended()}>
      {data.map(({ reason, ...profile }) => (
        <li key={profile.id}>
          <ProfileTile
            profile={profile}
            reason={
              reason.kind === 'tag'
                ? m.explore_because_tag({ tag: reason.tag })
                : m.explore_because_follows({ name: reason.exibitionName })
            }
          />
        </li>
      ))}
    </ProfileRow>
  );
};

/** `search` is the field that looks for people, tags and posts. */
export default function Explore({ filter, search }: { filter: ExploreFilter; search: ReactNode }) {
  const { user } = useSession();
  const unfiltered = addressOf(filter) === addressOf(EVERYBODY);
  return (
    <section className={styles.explore}>
      <h1 className={styles.title}>{m.explore_title()}</h1>
      <div className={styles.search}>{search}</div>
      {unfiltered && user && <Recommended />}
      {unfiltered && <Newcomers />}
      <ExploreFilters filter={filter} signedIn={user !== null} />
      <ExploreOrder filter={filter} />
      <ProfileGrid
        filter={filter}
        empty={<EmptyState icon={<SearchX aria-hidden />} title={emptyTitle(filter)} />}
      />
    </section>
  );
}
