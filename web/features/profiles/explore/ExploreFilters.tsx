// Filters and order of Explore as links with their own URLs, so that they work before hydration.
import { GENDERS, type Gender, PRODUCER_SORTS, type ProducerSort } from '@camarim/contract/limits';
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
const SORT_NAMES: Record<ProducerSort, () => string> = {
  popular: m.explore_sort_popular,
  new: m.explore_sort_new,
  price: m.explore_sort_price,
  active: m.explore_sort_active,
  seen: m.explore_sort_seen,
};
/** In the order in which they are offered. */
const SORTS = PRODUCER_SORTS.toSorted(
  (one, other) => Number(one === 'seen') - Number(other === 'seen'),
);
const SWITCHES = [
  ['free', m.explore_free],
  ['promotion', m.explore_promotion],
  ['online', m.explore_online],
] as const;

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

type Props = { filter: ExploreFilter; signedIn: boolean };

export const ExploreFilters = ({ filter, signedIn }: Props) => (
  <nav aria-label={m.explore_filters()} className={styles.filters}>
    {signedIn && (
      <ul className={styles.choices}>
        <Choice to={{ ...filter, from: 'all' }} current={filter.from === 'all'}>
          {m.explore_everyone()}
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
      {SWITCHES.map(([name, text]) => (
        <Choice key={name} to={{ ...filter, [name]: !filter[name] }} current={filter[name]}>
          {text()}
        </Choice>
      ))}
      {filter.tag !== null && (
        <Choice to={{ ...filter, tag: null }} current>
          {m.explore_tag_remove({ tag: filter.tag })}
        </Choice>
      )}
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

/** The list of those opened recently has an order of its own. */
export const ExploreOrder = ({ filter }: { filter: ExploreFilter }) =>
  filter.from === 'lastviewd' ? null : (
    <nav aria-label={m.explore_order()} className={styles.filters}>
      <ul className={styles.choices}>
        {SORTS.map((sort) => (
          <Choice key={sort} to={{ ...filter, sort }} current={filter.sort === sort}>
            {SORT_NAMES[sort]()}
          </Choice>
        ))}
      </ul>
    </nav>
  );
