// A private note about a profile; the dialog says that only its author reads it.
import { NOTE_MAX } from '@camarim/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { ApiError } from '../../client/api/errors.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { Spinner } from '../../ui/display/Spinner.tsx';
import { TextArea } from '../../ui/fields/TextField.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';
import styles from './notes.module.css';
import { noteQuery, useSaveNote } from './queries.ts';

type Props = { profileId: string; name: string; onClose: () => void };

export default function NoteDialog({ profileId, name, onClose }: Props) {
  // The cached note may be older than an edit on another device, so the form starts from the
  // server's version.
  const {
    data: note,
    isError,
    isFetching,
    isFetchedAfterMount,
    error,
    refetch,
  } = useQuery({ ...noteQuery(profileId), staleTime: 0, refetchOnWindowFocus: false });
  return (
    <Dialog title={m.note_title({ name })} onClose={onClose}>
      {isError && (
        <ErrorState
          {...(error instanceof ApiError && { message: error.message })}
          onRetry={() => void refetch()}
          loading={isFetching}
        />
      )}
      {!isError && !isFetchedAfterMount && <Spinner />}
      {!isError && isFetchedAfterMount && (
        <NoteForm profileId={profileId} written={note?.raw ?? ''} onClose={onClose} />
      )}
    </Dialog>
  );
}

const NoteForm = ({
  profileId,
  written,
  onClose,
}: {
  profileId: string;
  written: string;
  onClose: () => void;
}) => {
  const [before] = useState(written);
  const [raw, setRaw] = useState(written);
  const { mutate, isPending, error, variables } = useSaveNote(profileId);
  const done = (text: string) => () => {
    showToast(text, 'success');
    onClose();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending && raw.trim() !== '') mutate(raw, { onSuccess: done(m.note_saved()) });
  };
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      <TextArea
        label={m.note_label()}
        hint={m.note_private()}
        rows={6}
        maxLength={NOTE_MAX}
        autoFocus
        value={raw}
        error={
          error instanceof ApiError ? (error.fields['raw']?.message ?? error.message) : undefined
        }
        onChange={({ currentTarget: { value } }) => setRaw(value)}
      />
      <div className={styles.buttons}>
        {before !== '' && (
          <Button
            variant="line"
            loading={isPending && variables === null}
            onClick={() => mutate(null, { onSuccess: done(m.note_removed()) })}
          >
            {m.note_remove()}
          </Button>
        )}
        <Button
          type="submit"
          variant="main"
          loading={isPending && variables !== null}
          disabled={raw.trim() === '' || raw === before}
        >
          {m.note_save()}
        </Button>
      </div>
    </form>
  );
};
