// Uploads files to the vault, without a post.
import { useEffect, useRef } from 'react';
import { m } from '../../paraglide/messages.js';
import { newIdempotencyKey } from '../../client/api/api.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';
import { ALL_KINDS, asUpload, Attachments, forgetUpload, useUploadQueue } from '../media/index.ts';
import { useAddToVault } from './queries.ts';
import styles from './vault.module.css';

export const AddDialog = ({
  folderId,
  onClose,
}: {
  folderId: string | null;
  onClose: () => void;
}) => {
  const { queue, items } = useUploadQueue(ALL_KINDS);
  const idempotencyKey = useRef(newIdempotencyKey());
  const add = useAddToVault(idempotencyKey.current);
  const waiting = items.some(({ state }) => state !== 'done');
  // One idempotency key per set of files.
  const names = items.map(({ id }) => id).join();
  useEffect(() => {
    idempotencyKey.current = newIdempotencyKey();
  }, [names]);

  const keep = () =>
    add.mutate(
      { medias: items.flatMap(asUpload), folderId },
      {
        onSuccess: () => {
          for (const { file } of items) forgetUpload(file);
          showToast(m.vault_added_done(), 'success');
          onClose();
        },
      },
    );

  return (
    <Dialog title={m.vault_add()} size="wallet" onClose={onClose} closable={!add.isPending}>
      <div className={styles.form}>
        <Attachments attached={items.map((upload) => ({ id: upload.id, upload }))} queue={queue} />
        <Button
          variant="main"
          fullWidth
          loading={add.isPending}
          disabled={items.length === 0 || waiting}
          onClick={keep}
        >
          {waiting ? m.publish_waiting() : m.vault_add_confirm()}
        </Button>
      </div>
    </Dialog>
  );
};
