// Asks for confirmation before media are removed from the vault: unused media are deleted
// permanently.
import { m } from '../../paraglide/messages.js';
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';
import { useDeleteMedias, type VaultItem } from './queries.ts';

type Props = { items: readonly VaultItem[]; onGone: () => void; onClose: () => void };

const resultText = ({ deleted, inUse }: { deleted: number; inUse: number }): string => {
  if (inUse === 0)
    return deleted === 1 ? m.vault_deleted_one() : m.vault_deleted({ count: deleted });
  return m.vault_deleted_some({ deleted, kept: inUse });
};

export const DeleteMediaDialog = ({ items, onGone, onClose }: Props) => {
  const discard = useDeleteMedias();
  const used = items.filter(({ posts }) => posts > 0).length;
  return (
    <ConfirmDialog
      title={items.length === 1 ? m.vault_delete_one() : m.vault_delete({ count: items.length })}
      confirmLabel={m.vault_delete_confirm()}
      onClose={onClose}
      onConfirm={async () => {
        showToast(resultText(await discard.mutateAsync(items.map(({ id }) => id))), 'success');
        onGone();
      }}
    >
      {used === 0
        ? m.vault_delete_text()
        : used === items.length
          ? m.vault_delete_text_used()
          : m.vault_delete_text_some({ count: used })}
    </ConfirmDialog>
  );
};
