// Reschedules an entry, or schedules a draft.
import { POST_AHEAD_DAYS_MAX } from '@camarim/contract/limits';
import { DAY_MS } from '@camarim/contract/time';
import { type FormEvent, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { ApiError } from '../../../client/api/errors.ts';
import { useTimeZone } from '../../../client/session/session.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { formatZone } from '../../../ui/display/days.ts';
import { useNow } from '../../../ui/display/use-now.ts';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import type { Post } from '../post-cache.ts';
import { fieldOf, instantOf } from '../../../ui/fields/local-time.ts';
import { useEditPost } from '../publish/queries.ts';
import styles from './calendar.module.css';

export type ScheduledChange = {
  post: Post;
  what: 'start' | 'end';
  /** Initial value of the field, such as 2026-11-21T20:30. */
  at: string;
};

export const ScheduleDialog = ({
  change: { post, what, at },
  onDone,
  onClose,
}: {
  change: ScheduledChange;
  onDone: (day: string) => void;
  onClose: () => void;
}) => {
  const timeZone = useTimeZone();
  const now = useNow(60_000);
  const [value, setValue] = useState(at);
  const [missing, setMissing] = useState(false);
  const edit = useEditPost(post.id);
  const { error } = edit;
  const refusal =
    error instanceof ApiError
      ? (error.fields['startWhen'] ?? error.fields['expiration'] ?? error).message
      : undefined;

  const send = (event: FormEvent) => {
    event.preventDefault();
    const instant = instantOf(value, timeZone);
    const ahead = instant !== null && Date.parse(instant) > Date.now();
    setMissing(!ahead);
    if (!ahead || edit.isPending) return;
    edit.mutate(what === 'end' ? { expiration: instant } : { draft: false, startWhen: instant }, {
      onSuccess: () => {
        showToast(post.draft ? m.studio_scheduled() : m.calendar_moved(), 'success');
        onDone(value.slice(0, 10));
        onClose();
      },
    });
  };
  return (
    <Dialog
      title={post.draft ? m.calendar_plan() : m.calendar_move()}
      onClose={onClose}
      closable={!edit.isPending}
    >
      <form className={styles.form} onSubmit={send} noValidate>
        <TextField
          label={what === 'end' ? m.calendar_end_at() : m.studio_start()}
          hint={formatZone(timeZone, now)}
          error={missing ? m.studio_start_missing() : refusal}
          type="datetime-local"
          min={fieldOf(now, timeZone)}
          max={fieldOf(now + POST_AHEAD_DAYS_MAX * DAY_MS, timeZone)}
          value={value}
          onChange={({ currentTarget }) => setValue(currentTarget.value)}
        />
        <Button type="submit" variant="main" fullWidth loading={edit.isPending}>
          {post.draft ? m.studio_schedule() : m.calendar_move_confirm()}
        </Button>
      </form>
    </Dialog>
  );
};
