// Selects media of the vault for a post. Loaded on first use.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Archive } from 'lucide-react';
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/actions/Button.tsx';
import { LoadMore } from '../../ui/actions/LoadMore.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { kindOf, type PickerProps } from '../media/index.ts';
import { Filters, EMPTY_SEARCH } from './Filters.tsx';
import { MediaGrid } from './MediaGrid.tsx';
import { foldersQuery, mediasQuery, type VaultItem } from './queries.ts';
import { useSelection } from './use-selection.ts';
import styles from './vault.module.css';

export default function VaultPicker({ taken, room, hasAudio, onPick, onClose }: PickerProps) {
  const [filters, setFilters] = useState(EMPTY_SEARCH);
  const [folder, setFolder] = useState('');
  const { data: folders } = useQuery(foldersQuery());
  const filter = {
    ...(folder && { folder }),
    ...(filters.kind && { kind: filters.kind }),
    ...(filters.search && { search: filters.search }),
  };
  const list = useInfiniteQuery(mediasQuery(filter));
  const items = list.data?.pages.flatMap((page) => page.data) ?? [];
  const selection = useSelection(items, room);
  const chosenAudio = selection.chosen.find((item) => kindOf(item) === 'audio');
  // A post has at most one audio, and no media twice.
  const closed = (item: VaultItem): boolean =>
    taken.has(item.id) ||
    item.status === 'error' ||
    (kindOf(item) === 'audio' &&
      item.id !== chosenAudio?.id &&
      (hasAudio || chosenAudio !== undefined)) ||
    (selection.chosen.length >= room && !selection.has(item.id));

  return (
    <Dialog title={m.vault_pick()} size="container" onClose={onClose}>
      <div className={styles.form}>
        <Filters
          filters={filters}
          onChange={(part) => setFilters({ ...filters, ...part })}
          days={false}
        />
        {folders && folders.folders.length > 0 && (
          <Select
            label={m.vault_folder()}
            labelHidden
            value={folder}
            onChange={({ currentTarget: { value } }) => setFolder(value)}
            options={[
              { value: '', text: m.vault_all() },
              { value: 'none', text: m.vault_loose() },
              ...folders.folders.map(({ id, name }) => ({ value: id, text: name })),
            ]}
          />
        )}
      </div>
      <div className={styles.picker}>
        {list.isError && (
          <ErrorState onRetry={() => void list.refetch()} loading={list.isFetching} />
        )}
        {list.isSuccess && items.length === 0 && (
          <EmptyState icon={<Archive aria-hidden />} title={m.vault_nothing_found()} />
        )}
        <MediaGrid label={m.vault_medias()} items={items} selection={selection} closed={closed} />
        <LoadMore query={list} text={m.vault_more()} variant="text" className={styles.more} />
      </div>
      <div className={styles.pickerFoot}>
        <p className={styles.soft} aria-live="polite">
          {m.vault_picked({ count: selection.chosen.length, max: room })}
        </p>
        <Button
          variant="main"
          disabled={selection.chosen.length === 0}
          onClick={() => {
            onPick(selection.chosen);
            onClose();
          }}
        >
          {m.vault_attach()}
        </Button>
      </div>
    </Dialog>
  );
}
