// Filters of Explore as links with their own URLs, so that they work before hydration.
import { GENDERS, type Gender } from '@camarim/contract/limits';
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import type { ExploreFilter } from '../queries.ts';
import styles from './Explore.module.css';
import { addressOf } from './explore-address.ts';

const GENDER_NAMES: Record<Gender, () => string> = {
  woman: m.gender_women,
  man: m.gender_men,
  trans: m.gender_trans,
  nonBinary: m.gender_non_binary,
  couple: m.gender_couples,
};

const Choice = ({
  to,
  current,
  children,
}: {
  to: ExploreFilter;
  current: boolean;
  children: string;
}) => (
  <li>
    <Link
      to={addressOf(to)}
      replace
      preventScrollReset
      aria-current={current ? 'true' : undefined}
      className={styles.choice}
    >
      {children}
    </Link>
  </li>
);

export const ExploreFilters = ({
  filter,
  signedIn,
}: {
  filter: ExploreFilter;
  signedIn: boolean;
}) => (
  <nav aria-label={m.explore_filters()} className={styles.filters}>
    {signedIn && (
      <ul className={styles.choices}>
        <Choice to={{ ...filter, from: 'all' }} current={filter.from === 'all'}>
          {m.explore_everybody()}
        </Choice>
        <Choice to={{ ...filter, from: 'followings' }} current={filter.from === 'followings'}>
          {m.explore_followed()}
        </Choice>
        <Choice to={{ ...filter, from: 'lastviewd' }} current={filter.from === 'lastviewd'}>
          {m.explore_viewed()}
        </Choice>
      </ul>
    )}
    <ul className={styles.choices}>
      <Choice to={{ ...filter, gender: null }} current={filter.gender === null}>
        {m.gender_any()}
      </Choice>
      {GENDERS.map((gender) => (
        <Choice key={gender} to={{ ...filter, gender }} current={filter.gender === gender}>
          {GENDER_NAMES[gender]()}
        </Choice>
      ))}
    </ul>
  </nav>
);
