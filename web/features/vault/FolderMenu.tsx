// Actions on a folder: rename and delete.
import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Menu } from '../../ui/actions/Menu.tsx';
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';
import { FolderDialog } from './FolderDialog.tsx';
import { type Folder, useDeleteFolder } from './queries.ts';

/** `onGone`: called after the folder was deleted. */
export const FolderMenu = ({
  folder,
  onGone,
  className,
}: {
  folder: Folder;
  onGone: () => void;
  className?: string | undefined;
}) => {
  const [asked, setAsked] = useState<'rename' | 'delete' | null>(null);
  const remove = useDeleteFolder();
  return (
    <>
      <Menu
        className={className ?? ''}
        label={m.vault_folder_options({ name: folder.name })}
        icon={<Ellipsis />}
        items={[
          {
            key: 'rename',
            text: m.vault_folder_rename(),
            icon: <Pencil aria-hidden />,
            onSelect: () => setAsked('rename'),
          },
          {
            key: 'delete',
            text: m.vault_folder_delete(),
            icon: <Trash2 aria-hidden />,
            danger: true,
            onSelect: () => setAsked('delete'),
          },
        ]}
      />
      {asked === 'rename' && <FolderDialog folder={folder} onClose={() => setAsked(null)} />}
      {asked === 'delete' && (
        <ConfirmDialog
          title={m.vault_folder_delete()}
          confirmLabel={m.vault_folder_delete()}
          onClose={() => setAsked(null)}
          onConfirm={async () => {
            await remove.mutateAsync(folder.id);
            showToast(m.vault_folder_deleted(), 'success');
            onGone();
          }}
        >
          {m.vault_folder_delete_text({ name: folder.name })}
        </ConfirmDialog>
      )}
    </>
  );
};
