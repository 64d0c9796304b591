// Names a new or existing folder.
import { FOLDER_NAME_MAX } from '@camarim/contract/limits';
import { m } from '../../paraglide/messages.js';
import { ApiError } from '../../client/api/errors.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { useForm } from '../../ui/fields/use-form.ts';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { type Folder, useSaveFolder } from './queries.ts';
import styles from './vault.module.css';

type Props = {
  folder: Pick<Folder, 'id' | 'name'> | null;
  onSaved?: (folder: Folder) => void;
  onClose: () => void;
};

export const FolderDialog = ({ folder, onSaved, onClose }: Props) => {
  const save = useSaveFolder(folder?.id ?? null);
  const { form, errors, problem, submitting } = useForm({
    names: ['name'],
    check: ({ name }) => (name.trim() === '' ? { name: m.vault_folder_name_missing() } : {}),
    submit: async ({ name }) => {
      const saved = await save.mutateAsync(name.trim());
      onSaved?.(saved);
      onClose();
    },
    explain: (error) => (error instanceof ApiError ? error.message : undefined),
  });
  return (
    <Dialog
      title={folder ? m.vault_folder_rename() : m.vault_folder_new()}
      onClose={onClose}
      closable={!submitting}
    >
      <form {...form} className={styles.form}>
        <TextField
          label={m.vault_folder_name()}
          name="name"
          maxLength={FOLDER_NAME_MAX}
          autoComplete="off"
          defaultValue={folder?.name ?? ''}
          error={errors.name ?? problem}
        />
        <Button type="submit" variant="main" fullWidth loading={submitting}>
          {folder ? m.studio_save() : m.vault_folder_create()}
        </Button>
      </form>
    </Dialog>
  );
};
