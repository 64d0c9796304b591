// Filters of a statement, and its export as a file.
import { Download, ShieldCheck } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { FoldedFilters } from '../../../ui/fields/FoldedFilters.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { exportAddress, type StatementFilters } from '../queries.ts';
import { SALE_KINDS } from '../sale-texts.ts';
import { KINDS } from './kinds.ts';
import styles from './Filters.module.css';

type Account = 'wallet' | 'earnings';

/** The kinds of movement of each account. */
const KINDS_OF: Record<Account, readonly (keyof typeof KINDS)[]> = {
  wallet: [
    'topUp',
    'unlock',
    ...SALE_KINDS,
    'reversal',
    'refundFailed',
    'chargeback',
    'debtPayment',
  ],
  earnings: [...SALE_KINDS, 'release', 'payout', 'payoutReturned', 'reversal'],
};

type Props = {
  account: Account;
  filters: StatementFilters;
  onChange: (filters: StatementFilters) => void;
};

export const Filters = ({ account, filters, onChange }: Props) => {
  /** An empty value removes the filter. */
  const set = (name: keyof StatementFilters) => (event: { currentTarget: { value: string } }) =>
    onChange({ ...filters, [name]: event.currentTarget.value || undefined });
  return (
    <FoldedFilters active={Object.values(filters).filter(Boolean).length}>
      <div className={styles.filters} role="group" aria-label={m.statement_filters()}>
        <Select
          label={m.statement_filter_kind()}
          value={filters.kind ?? ''}
          onChange={set('kind')}
          options={[
            { value: '', text: m.statement_filter_all() },
            ...KINDS_OF[account].map((kind) => ({ value: kind, text: KINDS[kind]() })),
          ]}
        />
        <Select
          label={m.statement_filter_direction()}
          value={filters.direction ?? ''}
          onChange={set('direction')}
          options={[
            { value: '', text: m.statement_filter_all() },
            { value: 'in', text: m.statement_filter_in() },
            { value: 'out', text: m.statement_filter_out() },
          ]}
        />
        <TextField
          label={m.statement_filter_from()}
          type="date"
          max={filters.to}
          value={filters.from ?? ''}
          onChange={set('from')}
        />
        <TextField
          label={m.statement_filter_to()}
          type="date"
          min={filters.from}
          value={filters.to ?? ''}
          onChange={set('to')}
        />
        <a className={styles.download} href={exportAddress(account, filters)} download>
          <Download aria-hidden size={16} /> {m.statement_download()}
        </a>
        {account === 'earnings' && (
          <details className={styles.accountant}>
            <summary>{m.statement_accountant()}</summary>
            <a href="/api/publics/funds/statement-verifier" download>
              <ShieldCheck aria-hidden size={16} /> {m.statement_verifier()}
            </a>
          </details>
        )}
      </div>
    </FoldedFilters>
  );
};
