// The form of the welcome message: text, kept media, new uploads, and who appears in them.
import {
  IMAGE_CONTENT_TYPES,
  WELCOME_MEDIAS_MAX,
  WELCOME_MESSAGE_MAX,
} from '@camarim/contract/limits';
import { X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { ApiError } from '../../client/api/errors.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { IconButton } from '../../ui/actions/IconButton.tsx';
import { TextArea } from '../../ui/fields/TextField.tsx';
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx';
import { LeaveGuard } from '../../ui/overlays/LeaveGuard.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';
import { problemText, UploadTile, useUploadQueue } from '../media/index.ts';
import { PerformerPicker } from '../verifications/index.ts';
import { useRemoveWelcome, useSaveWelcome, type Welcome, type WelcomeBody } from './queries.ts';
import styles from './welcome.module.css';

export const WelcomeForm = ({ welcome }: { welcome: Welcome | null }) => {
  const [message, setMessage] = useState(welcome?.message ?? '');
  const [kept, setKept] = useState(welcome?.medias ?? []);
  /** Null: the producer alone. */
  const [performers, setPerformers] = useState<readonly string[] | null>(null);
  const [removing, setRemoving] = useState(false);
  const { queue, items } = useUploadQueue();
  const { mutate, isPending, error } = useSaveWelcome();
  const remove = useRemoveWelcome();
  const total = kept.length + items.length;
  const waiting = items.some(({ state }) => state !== 'done');
  const missing = items.length > 0 && performers?.length === 0;
  const changed =
    message !== (welcome?.message ?? '') ||
    kept.length !== (welcome?.medias.length ?? 0) ||
    items.length > 0;

  const add = (files: readonly File[]) => {
    if (total + files.length > WELCOME_MEDIAS_MAX)
      return showToast(m.welcome_pictures_max({ max: WELCOME_MEDIAS_MAX }), 'error');
    for (const { name, problem } of queue.add(files))
      showToast(m.upload_rejected({ name, problem: problemText(problem) }), 'error');
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (isPending || waiting || !changed || missing) return;
    const uploads = items.flatMap(({ file, uploaded }) =>
      uploaded
        ? [{ key: uploaded.key, contentType: file.type, name: file.name.slice(0, 255) }]
        : [],
    );
    mutate(
      {
        message: message.trim(),
        medias: [...kept.map(({ id }) => ({ id })), ...uploads],
        performerIds: [...(performers ?? [])] as NonNullable<WelcomeBody['performerIds']>,
      },
      { onSuccess: () => showToast(m.welcome_saved(), 'success') },
    );
  };
  return (
    <form className={styles.form} onSubmit={send} noValidate>
      <TextArea
        label={m.welcome_message()}
        hint={m.welcome_message_hint({ max: WELCOME_MESSAGE_MAX })}
        rows={4}
        maxLength={WELCOME_MESSAGE_MAX}
        value={message}
        error={
          error instanceof ApiError
            ? (error.fields['message']?.message ?? error.message)
            : undefined
        }
        onChange={({ currentTarget: { value } }) => setMessage(value)}
      />
      <KeptMedias
        medias={kept}
        onRemove={(id) => setKept(kept.filter((media) => media.id !== id))}
      />
      {items.length > 0 && (
        <ul className={styles.uploads}>
          {items.map((item) => (
            <UploadTile key={item.id} item={item} queue={queue} />
          ))}
        </ul>
      )}
      {items.length > 0 && (
        <PerformerPicker
          chosen={performers}
          onChange={setPerformers}
          aloneHint={m.appears_alone_sending()}
          error={missing ? m.appears_missing() : undefined}
        />
      )}
      {total < WELCOME_MEDIAS_MAX && <PictureChoice onChosen={add} />}
      <div className={styles.buttons}>
        {welcome && (
          <Button variant="line" onClick={() => setRemoving(true)}>
            {m.welcome_remove()}
          </Button>
        )}
        <Button
          type="submit"
          variant="main"
          loading={isPending}
          disabled={waiting || missing || !changed || (message.trim() === '' && total === 0)}
        >
          {waiting ? m.publish_waiting() : m.welcome_save()}
        </Button>
      </div>
      {removing && (
        <ConfirmDialog
          title={m.welcome_remove_title()}
          confirmLabel={m.welcome_remove()}
          onConfirm={() => remove.mutateAsync()}
          onClose={() => setRemoving(false)}
        >
          {m.welcome_remove_text()}
        </ConfirmDialog>
      )}
      <LeaveGuard
        when={changed && !removing}
        title={m.edit_leave_title()}
        confirmLabel={m.edit_leave()}
      >
        {m.edit_leave_text()}
      </LeaveGuard>
    </form>
  );
};

const KeptMedias = ({
  medias,
  onRemove,
}: {
  medias: Welcome['medias'];
  onRemove: (id: string) => void;
}) =>
  medias.length > 0 && (
    <ul className={styles.keptMedias}>
      {medias.map(({ id, mdThumb, name }, index) => (
        <li key={id}>
          {mdThumb ? (
            <img src={mdThumb} alt={m.welcome_picture({ number: index + 1 })} />
          ) : (
            <span className={styles.soft}>{name ?? m.welcome_picture({ number: index + 1 })}</span>
          )}
          <IconButton
            filled
            className={styles.removeKept}
            label={m.welcome_picture_remove({ number: index + 1 })}
            icon={<X />}
            onClick={() => onRemove(id)}
          />
        </li>
      ))}
    </ul>
  );

const PictureChoice = ({ onChosen }: { onChosen: (files: readonly File[]) => void }) => (
  <label className={styles.choose}>
    {m.welcome_add_pictures()}
    <input
      type="file"
      multiple
      accept={IMAGE_CONTENT_TYPES.join(',')}
      className="visually-hidden"
      onChange={({ currentTarget }) => {
        onChosen([...(currentTarget.files ?? [])]);
        // Resets the input, so that the same file can be chosen again after its removal.
        currentTarget.value = '';
      }}
    />
  </label>
);
