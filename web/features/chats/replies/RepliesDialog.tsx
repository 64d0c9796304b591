// A producer's saved replies: writing, changing and deleting them.
import { MESSAGE_MAX, NAME_PLACEHOLDER, SAVED_REPLY_TITLE_MAX } from '@camarim/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { newIdempotencyKey } from '../../../client/api/api.ts';
import { explainRefusal } from '../../../client/api/errors.ts';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { IconButton } from '../../../ui/actions/IconButton.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { Spinner } from '../../../ui/display/Spinner.tsx';
import { TextArea, TextField } from '../../../ui/fields/TextField.tsx';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { repliesQuery, type SavedReply, useDeleteReply, useSaveReply } from './queries.ts';
import styles from './replies.module.css';

export default function RepliesDialog({ onClose }: { onClose: () => void }) {
  const { data, isError, isFetching, refetch } = useQuery(repliesQuery());
  /** Null: none; 'new': one that is not saved yet. */
  const [edited, setEdited] = useState<SavedReply | 'new' | null>(null);
  return (
    <Dialog title={m.replies_title()} size="wallet" onClose={onClose}>
      <div className={styles.dialog}>
        {isError && !data && <ErrorState onRetry={() => void refetch()} loading={isFetching} />}
        {!data && !isError && <Spinner />}
        {data && edited === null && (
          <>
            {data.length === 0 && <p className={styles.none}>{m.replies_empty()}</p>}
            <ul className={styles.list}>
              {data.map((reply) => (
                <ReplyRow key={reply.id} reply={reply} onEdit={() => setEdited(reply)} />
              ))}
            </ul>
            <div>
              <Button variant="main" onClick={() => setEdited('new')}>
                {m.replies_new()}
              </Button>
            </div>
          </>
        )}
        {edited !== null && (
          <ReplyForm reply={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
        )}
      </div>
    </Dialog>
  );
}

const ReplyRow = ({
  reply: { id, title, text },
  onEdit,
}: {
  reply: SavedReply;
  onEdit: () => void;
}) => {
  const [deleting, setDeleting] = useState(false);
  const remove = useDeleteReply();
  return (
    <li className={styles.entry}>
      <span className={styles.words}>
        <b>{title}</b>
        <span>{text}</span>
      </span>
      <IconButton label={m.replies_edit({ title })} icon={<Pencil />} onClick={onEdit} />
      <IconButton
        label={m.replies_delete({ title })}
        icon={<Trash2 />}
        onClick={() => setDeleting(true)}
      />
      {deleting && (
        <ConfirmDialog
          title={m.replies_delete_title({ title })}
          confirmLabel={m.lists_delete()}
          onConfirm={() => remove.mutateAsync(id)}
          onClose={() => setDeleting(false)}
        >
          <p>{m.replies_delete_text()}</p>
        </ConfirmDialog>
      )}
    </li>
  );
};

const ReplyForm = ({ reply, onClose }: { reply: SavedReply | null; onClose: () => void }) => {
  const [title, setTitle] = useState(reply?.title ?? '');
  const [text, setText] = useState(reply?.text ?? '');
  const [tried, setTried] = useState(false);
  /** Trying again after a lost reply saves it once; what was changed since is another reply. */
  const [key, setKey] = useState(newIdempotencyKey);
  const save = useSaveReply();
  const change = (set: (value: string) => void) => (value: string) => {
    set(value);
    setKey(newIdempotencyKey());
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const body = { title: title.trim(), text: text.trim() };
    if (save.isPending || body.title === '' || body.text === '') return;
    save.mutate(
      { ...(reply && { id: reply.id }), body, idempotencyKey: key },
      { onSuccess: onClose },
    );
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label={m.replies_name()}
        hint={m.replies_name_hint()}
        maxLength={SAVED_REPLY_TITLE_MAX}
        autoFocus
        value={title}
        error={tried && title.trim() === '' ? m.replies_name_missing() : undefined}
        onChange={({ currentTarget }) => change(setTitle)(currentTarget.value)}
      />
      <TextArea
        label={m.replies_text()}
        hint={m.replies_text_hint({ placeholder: NAME_PLACEHOLDER })}
        rows={5}
        maxLength={MESSAGE_MAX}
        value={text}
        error={tried && text.trim() === '' ? m.replies_text_missing() : undefined}
        onChange={({ currentTarget }) => change(setText)(currentTarget.value)}
      />
      <p role="alert" className={styles.problem}>
        {save.error && explainRefusal(save.error)}
      </p>
      <div className={styles.buttons}>
        <Button onClick={onClose} disabled={save.isPending}>
          {m.cancel()}
        </Button>
        <Button type="submit" variant="main" loading={save.isPending}>
          {m.replies_save()}
        </Button>
      </div>
    </form>
  );
};
