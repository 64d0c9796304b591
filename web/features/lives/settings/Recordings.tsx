// Recordings of shows that are kept: a part of one becomes media in the vault, from where it is
// posted and sold.
import { RECORDING_KEPT_DAYS } from '@camarim/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { Scissors, Trash2, Video } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { newIdempotencyKey } from '../../../client/api/api.ts';
import { explainRefusal } from '../../../client/api/errors.ts';
import { Button, ButtonLink } from '../../../ui/actions/Button.tsx';
import { IconButton } from '../../../ui/actions/IconButton.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { formatMoment, formatPosition } from '../../../ui/display/formats.ts';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { type Recording, recordingsQuery, useRecordings } from './queries.ts';
import styles from './settings.module.css';

const CUT_STATES: Record<Recording['cuts'][number]['state'], () => string> = {
  waiting: m.recording_cut_waiting,
  made: m.recording_cut_made,
  failed: m.recording_cut_failed,
};

export const Recordings = () => {
  const { data, isError, isFetching, refetch } = useQuery(recordingsQuery());
  const [cutting, setCutting] = useState<Recording | null>(null);
  const [removing, setRemoving] = useState<Recording | null>(null);
  const { remove } = useRecordings();
  return (
    <section className={styles.part}>
      <h2 className={styles.subtitle}>{m.recordings_title()}</h2>
      <p className={styles.soft}>{m.recordings_text({ days: RECORDING_KEPT_DAYS })}</p>
      {isError && !data && <ErrorState onRetry={() => void refetch()} loading={isFetching} />}
      {data?.length === 0 && (
        <EmptyState icon={<Video aria-hidden />} title={m.recordings_none()} />
      )}
      <ul className={styles.list}>
        {data?.map((recording) => (
          <li key={recording.id} className={styles.entry}>
            <div className={styles.entryText}>
              <b>{recording.title || m.live_studio_title()}</b>
              <span className={styles.soft}>
                {formatMoment(recording.startedAt)} · {formatPosition(recording.seconds)}
                {recording.keptUntil &&
                  ` · ${m.recording_kept({ moment: formatMoment(recording.keptUntil) })}`}
              </span>
              {recording.cuts.map((cut) => (
                <span key={cut.id} className={styles.soft}>
                  {formatPosition(cut.fromSeconds)}–{formatPosition(cut.toSeconds)}{' '}
                  {CUT_STATES[cut.state]()}
                </span>
              ))}
            </div>
            <Button
              variant="line"
              small
              disabled={recording.endedAt === null}
              onClick={() => setCutting(recording)}
            >
              <Scissors aria-hidden />
              {m.recording_cut()}
            </Button>
            <IconButton
              label={m.recording_delete()}
              icon={<Trash2 />}
              onClick={() => setRemoving(recording)}
            />
          </li>
        ))}
      </ul>
      <div>
        <ButtonLink variant="text" small to="/posts/vault">
          {m.recordings_vault()}
        </ButtonLink>
      </div>
      {cutting && <CutDialog recording={cutting} onClose={() => setCutting(null)} />}
      {removing && (
        <ConfirmDialog
          title={m.recording_delete()}
          confirmLabel={m.recording_delete()}
          onConfirm={() => remove.mutateAsync(removing.id)}
          onClose={() => setRemoving(null)}
        >
          {m.recording_delete_text()}
        </ConfirmDialog>
      )}
    </section>
  );
};

/** Trims start and end. */
const CutDialog = ({ recording, onClose }: { recording: Recording; onClose: () => void }) => {
  const length = Math.floor(recording.seconds);
  const [from, setFrom] = useState(0);
  const [to, setTo] = useState(length);
  const [title, setTitle] = useState(recording.title);
  const { cut } = useRecordings();
  const key = useRef(newIdempotencyKey());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    cut.mutate(
      {
        id: recording.id,
        fromSeconds: from,
        toSeconds: to,
        title,
        idempotencyKey: key.current,
      },
      {
        onSuccess: () => {
          showToast(m.recording_cut_begun(), 'success');
          onClose();
        },
        onError: () => {
          key.current = newIdempotencyKey();
        },
      },
    );
  };
  return (
    <Dialog title={m.recording_cut()} onClose={onClose}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextField
          label={m.recording_name()}
          value={title}
          maxLength={120}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        />
        <Position label={m.recording_from()} max={length} value={from} onChange={setFrom} />
        <Position label={m.recording_to()} max={length} value={to} onChange={setTo} />
        <p className={styles.soft} aria-live="polite">
          {m.recording_length({ length: formatPosition(Math.max(0, to - from)) })}
        </p>
        <p role="alert" className={styles.problem}>
          {explainRefusal(cut.error)}
        </p>
        <Button type="submit" variant="main" loading={cut.isPending} disabled={to <= from}>
          {m.recording_make()}
        </Button>
      </form>
    </Dialog>
  );
};

const Position = ({
  label,
  max,
  value,
  onChange,
}: {
  label: string;
  max: number;
  value: number;
  onChange: (seconds: number) => void;
}) => (
  <label className={styles.position}>
    <span>
      {label}: {formatPosition(value)}
    </span>
    <input
      type="range"
      min={0}
      max={max}
      step={1}
      value={value}
      aria-valuetext={formatPosition(value)}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
    />
  </label>
);
