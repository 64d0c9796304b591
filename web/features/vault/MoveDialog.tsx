// Moves selected media to a folder, new or existing, or out of folders.
import { useQuery } from '@tanstack/react-query';
import { Folder as FolderIcon, FolderPlus } from 'lucide-react';
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/actions/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';
import { FolderDialog } from './FolderDialog.tsx';
import styles from './MoveDialog.module.css';
import { foldersQuery, useMoveMedias } from './queries.ts';

type Props = { ids: string[]; onMoved: () => void; onClose: () => void };

export const MoveDialog = ({ ids, onMoved, onClose }: Props) => {
  const { data } = useQuery(foldersQuery());
  const [naming, setNaming] = useState(false);
  const move = useMoveMedias();
  const put = (folderId: string | null, name: string) => {
    if (move.isPending) return;
    move.mutate(
      { ids, folderId },
      {
        onSuccess: ({ moved }) => {
          showToast(
            moved === 1 ? m.vault_moved_one({ name }) : m.vault_moved({ count: moved, name }),
            'success',
          );
          onMoved();
          onClose();
        },
      },
    );
  };
  if (naming)
    return (
      <FolderDialog
        folder={null}
        onSaved={({ id, name }) => put(id, name)}
        onClose={() => setNaming(false)}
      />
    );
  return (
    <Dialog title={m.vault_move_title()} onClose={onClose} closable={!move.isPending}>
      <ul className={styles.list}>
        <li>
          <button type="button" className={styles.entry} onClick={() => put(null, m.vault_loose())}>
            <FolderIcon aria-hidden />
            {m.vault_loose()}
          </button>
        </li>
        {data?.folders.map(({ id, name, cover }) => (
          <li key={id}>
            <button type="button" className={styles.entry} onClick={() => put(id, name)}>
              {cover ? <img src={cover} alt="" /> : <FolderIcon aria-hidden />}
              {name}
            </button>
          </li>
        ))}
      </ul>
      <Button variant="line" fullWidth onClick={() => setNaming(true)}>
        <FolderPlus aria-hidden />
        {m.vault_folder_new()}
      </Button>
    </Dialog>
  );
};
