// Sets the title of a media of the vault.
import { MEDIA_TITLE_MAX } from '@camarim/contract/limits';
import { m } from '../../paraglide/messages.js';
import { ApiError } from '../../client/api/errors.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { useForm } from '../../ui/fields/use-form.ts';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';
import { useSetTitle, type VaultItem } from './queries.ts';
import styles from './vault.module.css';

export const TitleDialog = ({ item, onClose }: { item: VaultItem; onClose: () => void }) => {
  const save = useSetTitle(item.id);
  const { form, errors, problem, submitting } = useForm({
    names: ['title'],
    submit: async ({ title }) => {
      await save.mutateAsync(title.trim() || null);
      showToast(m.vault_media_title_saved(), 'success');
      onClose();
    },
    explain: (error) => (error instanceof ApiError ? error.message : undefined),
  });
  return (
    <Dialog
      title={item.title === null ? m.vault_media_title_give() : m.vault_media_title_change()}
      onClose={onClose}
      closable={!submitting}
    >
      <form {...form} className={styles.form}>
        <TextField
          label={m.vault_media_title()}
          hint={m.vault_media_title_hint()}
          name="title"
          maxLength={MEDIA_TITLE_MAX}
          autoComplete="off"
          defaultValue={item.title ?? ''}
          error={errors.title ?? problem}
        />
        <Button type="submit" variant="main" fullWidth loading={submitting}>
          {m.studio_save()}
        </Button>
      </form>
    </Dialog>
  );
};
