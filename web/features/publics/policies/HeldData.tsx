// What of a person stays and what goes when their account is removed: the entries by which the features
// erase it, below the operator's text.
import { useQuery } from '@tanstack/react-query';
import { m } from '../../../paraglide/messages.js';
import { HELD_DATA_ANCHOR } from './policy-names.ts';
import { type HeldEntry, heldDataQuery } from './queries.ts';
import styles from './held-data.module.css';

const GROUNDS: Record<HeldEntry['ground'], () => string> = {
  contract: m.held_contract,
  security: m.held_security,
  law: m.held_law,
  claims: m.held_claims,
};

const REMOVALS: Record<HeldEntry['removal'], () => string> = {
  kept: m.held_kept,
  blanked: m.held_blanked,
  erased: m.held_erased,
};

/** What stays first: that is what people look for. */
const ORDER = ['kept', 'blanked', 'erased'] as const;

const timeText = (days: number | null): string => {
  if (days === null) return m.held_no_end();
  return days === 1 ? m.held_day_one() : m.held_days({ days });
};

const HeldTable = ({
  removal,
  entries,
}: {
  removal: HeldEntry['removal'];
  entries: readonly HeldEntry[];
}) => (
  <table className={styles.table}>
    <caption>{REMOVALS[removal]()}</caption>
    <thead>
      <tr>
        <th scope="col">{m.held_data()}</th>
        {removal === 'kept' && <th scope="col">{m.held_time()}</th>}
        <th scope="col">{m.held_ground()}</th>
      </tr>
    </thead>
    <tbody>
      {entries.map(({ name, days, ground }) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          {removal === 'kept' && <td>{timeText(days)}</td>}
          <td>{GROUNDS[ground]()}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

export const HeldData = () => {
  const { data = [] } = useQuery(heldDataQuery);
  return (
    <section aria-labelledby={HELD_DATA_ANCHOR}>
      <h2 id={HELD_DATA_ANCHOR}>{m.held_title()}</h2>
      <p>{m.held_text()}</p>
      {ORDER.map((removal) => (
        <HeldTable
          key={removal}
          removal={removal}
          entries={data.filter((entry) => entry.removal === removal)}
        />
      ))}
    </section>
  );
};
