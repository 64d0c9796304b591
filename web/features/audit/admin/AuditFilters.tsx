// What the audit log is narrowed to.
import { m } from '../../../paraglide/messages.js';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { FoldedFilters } from '../../../ui/fields/FoldedFilters.tsx';
import { SearchField } from '../../../ui/fields/SearchField.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import type { AuditFilter } from '../queries.ts';
import styles from './audit.module.css';

/** The first word of an action. */
const AREAS: readonly { value: string; text: () => string }[] = [
  { value: '', text: m.audit_area_all },
  { value: 'user', text: m.audit_area_user },
  { value: 'producer', text: m.audit_area_producer },
  { value: 'performer', text: m.audit_area_performer },
  { value: 'age', text: m.audit_area_age },
  { value: 'report', text: m.audit_area_report },
  { value: 'removal', text: m.audit_area_removal },
  { value: 'review', text: m.audit_area_review },
  { value: 'media', text: m.audit_area_media },
  { value: 'post', text: m.audit_area_post },
  { value: 'live', text: m.audit_area_live },
  { value: 'order', text: m.audit_area_order },
  { value: 'cashOut', text: m.audit_area_cash_out },
  { value: 'transaction', text: m.audit_area_transaction },
  { value: 'dispute', text: m.audit_area_dispute },
  { value: 'fraud', text: m.audit_area_fraud },
  { value: 'payoutRules', text: m.audit_area_payout_rules },
  { value: 'statement', text: m.audit_area_statement },
  { value: 'ticket', text: m.audit_area_ticket },
  { value: 'todo', text: m.audit_area_todo },
  { value: 'legalHold', text: m.audit_area_legal_hold },
  { value: 'pack', text: m.audit_area_pack },
  { value: 'admin', text: m.audit_area_admin },
  { value: 'audit', text: m.audit_area_audit },
];

/** Leaves out what is empty, so that the address of a file says what was chosen only. */
const withPart = (filter: AuditFilter, part: AuditFilter): AuditFilter =>
  Object.fromEntries(
    Object.entries({ ...filter, ...part }).filter(([, value]) => value !== ''),
  ) as AuditFilter;

export const AuditFilters = ({
  filter,
  onChange,
}: {
  filter: AuditFilter;
  onChange: (filter: AuditFilter) => void;
}) => {
  const { person, action, from, to } = filter;
  const narrowed = [person, action, from, to].filter(Boolean).length;
  const set = (part: AuditFilter) => onChange(withPart(filter, part));
  return (
    <div className={styles.filters}>
      <div className={styles.search}>
        <SearchField label={m.audit_search()} onSearch={(search) => set({ search })} />
      </div>
      <div className={styles.search}>
        <FoldedFilters active={narrowed}>
          <div className={styles.fields}>
            <TextField
              label={m.audit_person()}
              hint={m.audit_person_hint()}
              autoComplete="off"
              maxLength={60}
              onBlur={({ currentTarget: { value } }) => set({ person: value.trim() })}
              onKeyDown={({ key, currentTarget: { value } }) => {
                if (key === 'Enter') set({ person: value.trim() });
              }}
            />
            <Select
              label={m.audit_area()}
              value={filter.action ?? ''}
              onChange={({ currentTarget: { value } }) => set({ action: value })}
              options={AREAS.map(({ value, text }) => ({ value, text: text() }))}
            />
            <TextField
              type="date"
              label={m.audit_from()}
              value={filter.from ?? ''}
              onChange={({ currentTarget: { value } }) => set({ from: value })}
            />
            <TextField
              type="date"
              label={m.audit_to()}
              value={filter.to ?? ''}
              onChange={({ currentTarget: { value } }) => set({ to: value })}
            />
            <div className={styles.search}>
              <Checkbox
                label={m.audit_views()}
                checked={filter.views !== 'false'}
                onChange={({ currentTarget: { checked } }) =>
                  set({ views: checked ? 'true' : 'false' })
                }
              />
            </div>
          </div>
        </FoldedFilters>
      </div>
    </div>
  );
};
