// Filters of the vault: name, kind and day.
import { X } from 'lucide-react';
import { m } from '../../paraglide/messages.js';
import { IconButton } from '../../ui/actions/IconButton.tsx';
import { FoldedFilters } from '../../ui/fields/FoldedFilters.tsx';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import type { Kind } from '../media/index.ts';
import styles from './vault.module.css';

/** Field values: days in the producer's time zone, empty without a filter. */
export type VaultSearch = { kind: Kind | ''; search: string; from: string; until: string };

export const EMPTY_SEARCH: VaultSearch = { kind: '', search: '', from: '', until: '' };

const KINDS: readonly Kind[] = ['image', 'video', 'audio', 'archive'];
export const parseKind = (value: string | null): Kind | '' =>
  KINDS.find((kind) => kind === value) ?? '';

export const Filters = ({
  filters,
  onChange,
  days = true,
}: {
  filters: VaultSearch;
  onChange: (part: Partial<VaultSearch>) => void;
  /** Whether the day filters are shown. */
  days?: boolean;
}) => {
  const filtered = filters.kind !== '' || filters.from !== '' || filters.until !== '';
  return (
    <div className={styles.filters}>
      <div className={styles.search}>
        <SearchField label={m.vault_search()} onSearch={(search) => onChange({ search })} />
      </div>
      <FoldedFilters
        active={[filters.kind, filters.from, filters.until].filter((value) => value !== '').length}
      >
        <div className={styles.narrow}>
          <Select
            label={m.vault_kind()}
            labelHidden
            value={filters.kind}
            onChange={({ currentTarget: { value } }) => onChange({ kind: parseKind(value) })}
            options={[
              { value: '', text: m.vault_kind_all() },
              { value: 'image', text: m.vault_kind_images() },
              { value: 'video', text: m.vault_kind_videos() },
              { value: 'audio', text: m.vault_kind_audios() },
              { value: 'archive', text: m.vault_kind_archives() },
            ]}
          />
          {days && (
            <>
              <div className={styles.day}>
                <TextField
                  label={m.vault_from()}
                  type="date"
                  max={filters.until || undefined}
                  value={filters.from}
                  onChange={({ currentTarget: { value } }) => onChange({ from: value })}
                />
              </div>
              <div className={styles.day}>
                <TextField
                  label={m.vault_until()}
                  type="date"
                  min={filters.from || undefined}
                  value={filters.until}
                  onChange={({ currentTarget: { value } }) => onChange({ until: value })}
                />
              </div>
            </>
          )}
          {filtered && (
            <IconButton
              label={m.vault_filters_clear()}
              icon={<X />}
              onClick={() => onChange({ kind: '', from: '', until: '' })}
            />
          )}
        </div>
      </FoldedFilters>
    </div>
  );
};
