// Writes a mass message: to whom, the text, media and their price, now or at a time.
import { BROADCAST_AHEAD_DAYS_MAX } from '@camarim/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { newIdempotencyKey } from '../../../client/api/api.ts';
import { useTimeZone } from '../../../client/session/session.ts';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { formatZone } from '../../../ui/display/days.ts';
import { formatCount } from '../../../ui/display/formats.ts';
import { useNow } from '../../../ui/display/use-now.ts';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { fieldOf, instantOf } from '../../../ui/fields/local-time.ts';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { countQuery, type Selection, SelectionFields } from '../../lists/index.ts';
import { AttachButton } from '../compose/AttachButton.tsx';
import { EnclosedMedias } from '../compose/EnclosedMedias.tsx';
import { useEnclosed } from '../compose/use-enclosed.ts';
import { BroadcastText } from './BroadcastText.tsx';
import { type NewBroadcast, useSendBroadcast } from './queries.ts';
import styles from './broadcasts.module.css';

const DAY_MS = 86_400_000;
const NO_RECEIVERS: Selection = { include: [], exclude: [] };

type Problems = { selection?: string; message?: string; sendAt?: string };

/** One key for each content: trying the same again sends it once, and another is another message. */
const useKeys = () => {
  const keys = useRef(new Map<string, string>());
  return (body: NewBroadcast): string => {
    const content = JSON.stringify(body);
    const key = keys.current.get(content) ?? newIdempotencyKey();
    keys.current.set(content, key);
    return key;
  };
};

/** How many the message is sent to, when that is known for sure. */
const useSendLabel = (selection: Selection): string => {
  const { data } = useQuery(countQuery(selection));
  if (!data?.complete || data.fewerThan !== null || data.count === 0) return m.chat_send();
  return data.count === 1
    ? m.broadcast_send_one()
    : m.broadcast_send({ count: formatCount(data.count) });
};

export const BroadcastForm = ({
  chosen = NO_RECEIVERS,
  onClose,
}: {
  chosen?: Selection | undefined;
  onClose: () => void;
}) => {
  const timeZone = useTimeZone();
  const [selection, setSelection] = useState(chosen);
  const [text, setText] = useState('');
  /** Null: now. */
  const [at, setAt] = useState<string | null>(null);
  const [problems, setProblems] = useState<Problems>({});
  /** What waits for a yes: at once it reaches all of them, and only later there is time to cancel. */
  const [asked, setAsked] = useState<NewBroadcast | null>(null);
  const sendLabel = useSendLabel(selection);
  const enclosed = useEnclosed();
  const keyOf = useKeys();
  const send = useSendBroadcast();

  const create = (body: NewBroadcast): void =>
    send.mutate(
      { body, idempotencyKey: keyOf(body) },
      {
        onSuccess: () => {
          enclosed.clearAll();
          showToast(body.sendAt ? m.broadcast_planned() : m.broadcast_on_its_way(), 'success');
          onClose();
        },
      },
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (send.isPending || !enclosed.ready) return;
    const message = text.trim();
    const sendAt = at === null ? null : instantOf(at, timeZone);
    const ahead = sendAt !== null && Date.parse(sendAt) > Date.now();
    const found: Problems = {
      ...(selection.include.length === 0 && { selection: m.broadcast_choose() }),
      ...(message === '' &&
        enclosed.attached.length === 0 && { message: m.broadcast_empty_message() }),
      ...(at !== null && !ahead && { sendAt: m.studio_start_missing() }),
    };
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const body: NewBroadcast = {
      ...selection,
      message,
      ...enclosed.parts(),
      ...(sendAt !== null && { sendAt }),
    };
    if (sendAt === null) setAsked(body);
    else create(body);
  };

  return (
    <>
      <form className={styles.form} onSubmit={submit} noValidate aria-label={m.broadcast_new()}>
        <SelectionFields selection={selection} onChange={setSelection} error={problems.selection} />
        <BroadcastText text={text} onChange={setText} error={problems.message} />
        <div className={styles.attach}>
          <AttachButton enclosed={enclosed} />
          <span aria-hidden>{m.broadcast_attach()}</span>
        </div>
        <EnclosedMedias enclosed={enclosed} />
        <WhenField at={at} onChange={setAt} error={problems.sendAt} />
        <div className={styles.actions}>
          <Button onClick={onClose} disabled={send.isPending}>
            {m.cancel()}
          </Button>
          <Button type="submit" variant="main" loading={send.isPending} disabled={!enclosed.ready}>
            {at === null ? sendLabel : m.studio_schedule()}
          </Button>
        </div>
      </form>
      {asked && (
        <ConfirmDialog
          title={m.broadcast_confirm_title()}
          confirmLabel={sendLabel}
          onConfirm={() => create(asked)}
          onClose={() => setAsked(null)}
        >
          <p>{m.broadcast_confirm_text()}</p>
        </ConfirmDialog>
      )}
    </>
  );
};

const WhenField = ({
  at,
  onChange,
  error,
}: {
  at: string | null;
  onChange: (at: string | null) => void;
  error: string | undefined;
}) => {
  const timeZone = useTimeZone();
  const now = useNow(60_000);
  return (
    <>
      <Checkbox
        label={m.broadcast_later()}
        checked={at !== null}
        onChange={() => onChange(at === null ? fieldOf(now + DAY_MS, timeZone) : null)}
      />
      {at !== null && (
        <TextField
          label={m.studio_start()}
          hint={formatZone(timeZone, now)}
          error={error}
          type="datetime-local"
          min={fieldOf(now, timeZone)}
          max={fieldOf(now + BROADCAST_AHEAD_DAYS_MAX * DAY_MS, timeZone)}
          value={at}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </>
  );
};
