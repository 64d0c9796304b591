// What of a person stays and what goes when their account is removed: the entries by which the
// features erase it, below the operator's text.
import { useQuery } from '@tanstack/react-query';
import { m } from '../../../paraglide/messages.js';
import { formatNumber } from '../../../ui/display/formats.ts';
import { PERSONAL_DATA_ANCHOR } from './policy-names.ts';
import { type PersonalDataEntry, personalDataQuery } from './queries.ts';
import styles from './personal-data.module.css';

const GROUNDS: Record<PersonalDataEntry['ground'], () => string> = {
  contract: m.held_contract,
  security: m.held_security,
  law: m.held_law,
  claims: m.held_claims,
};

const BASES: Record<NonNullable<PersonalDataEntry['basis']>, () => string> = {
  accessRecords: m.held_basis_access_records,
  accounts: m.held_basis_accounts,
  claims: m.held_basis_claims,
  identity: m.held_basis_identity,
  consent: m.held_basis_consent,
  age: m.held_basis_age,
  decisions: m.held_basis_decisions,
  fraud: m.held_basis_fraud,
  service: m.held_basis_service,
};

const REMOVALS: Record<PersonalDataEntry['removal'], () => string> = {
  kept: m.held_kept,
  blanked: m.held_blanked,
  erased: m.held_erased,
};

/** What stays first: that is what people look for. */
const ORDER = ['kept', 'blanked', 'erased'] as const;

const timeText = ({ days, from }: PersonalDataEntry): string => {
  if (days === null) return m.held_no_end();
  if (from === 'removal') return m.held_days_removal({ days: formatNumber(days) });
  return days === 1 ? m.held_day_one() : m.held_days({ days: formatNumber(days) });
};

const HeldTable = ({
  removal,
  entries,
}: {
  removal: PersonalDataEntry['removal'];
  entries: readonly PersonalDataEntry[];
}) => (
  <table className={styles.table}>
    <caption>{REMOVALS[removal]()}</caption>
    <thead>
      <tr>
        <th scope="col">{m.held_data()}</th>
        {removal === 'kept' && <th scope="col">{m.held_time()}</th>}
        <th scope="col">{removal === 'kept' ? m.held_why() : m.held_ground()}</th>
      </tr>
    </thead>
    <tbody>
      {entries.map((entry) => (
        <tr key={entry.name}>
          <th scope="row">{entry.name}</th>
          {removal === 'kept' && <td>{timeText(entry)}</td>}
          <td>{entry.basis === null ? GROUNDS[entry.ground]() : BASES[entry.basis]()}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

export const PersonalData = () => {
  const { data = [] } = useQuery(personalDataQuery);
  return (
    <section aria-labelledby={PERSONAL_DATA_ANCHOR}>
      <h2 id={PERSONAL_DATA_ANCHOR}>{m.held_title()}</h2>
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
