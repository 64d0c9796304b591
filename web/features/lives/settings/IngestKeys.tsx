// Programs such as OBS that send to my shows: their address and keys, which can be revoked.
import { INGEST_KEYS_MAX, INGEST_LABEL_MAX } from '@camarim/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { CopyButton } from '../../../ui/actions/CopyButton.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { formatDay, formatMoment } from '../../../ui/display/formats.ts';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import { startTermsQuery } from '../queries.ts';
import { HeldKeys } from './HeldKeys.tsx';
import { ProgramPerformers } from './ProgramPerformers.tsx';
import { type IngestKey, ingestKeysQuery, type NewIngestKey, useIngestKeys } from './queries.ts';
import styles from './settings.module.css';

export const IngestKeys = () => {
  const { data: keys } = useQuery(ingestKeysQuery());
  const { data: terms } = useQuery(startTermsQuery());
  // Then the producer opens each show on their page, with a picture and who appears.
  const faceCheck = terms?.faceCheck === true;
  const { create, revoke } = useIngestKeys();
  const [label, setLabel] = useState('');
  const [asking, setAsking] = useState<IngestKey | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(label, { onSuccess: () => setLabel('') });
  };
  return (
    <section className={styles.part}>
      <h2 className={styles.subtitle}>{m.ingest_title()}</h2>
      <p className={styles.soft}>{faceCheck ? m.ingest_text_face() : m.ingest_text()}</p>
      <HeldKeys />
      {create.data && <NewKey made={create.data} />}
      {keys?.length === 0 && <EmptyState icon={<KeyRound aria-hidden />} title={m.ingest_none()} />}
      <ul className={styles.list}>
        {keys?.map((key) => (
          <li key={key.id} className={styles.entry}>
            <div className={styles.entryText}>
              <b>{key.label || m.ingest_key()}</b>
              <span className={styles.soft}>
                …{key.ending} · {formatDay(key.createdAt)} ·{' '}
                {key.usedAt
                  ? m.ingest_used({ moment: formatMoment(key.usedAt) })
                  : m.ingest_unused()}
              </span>
            </div>
            <Button variant="text" small onClick={() => setAsking(key)}>
              {m.ingest_revoke()}
            </Button>
          </li>
        ))}
      </ul>
      <form className={styles.inline} onSubmit={submit}>
        <TextField
          label={m.ingest_label()}
          value={label}
          maxLength={INGEST_LABEL_MAX}
          onChange={({ currentTarget }) => setLabel(currentTarget.value)}
        />
        <Button
          type="submit"
          variant="line"
          loading={create.isPending}
          disabled={(keys?.length ?? 0) >= INGEST_KEYS_MAX}
        >
          {m.ingest_create()}
        </Button>
      </form>
      {terms && !faceCheck && <ProgramPerformers />}
      {asking && (
        <ConfirmDialog
          title={m.ingest_revoke_title()}
          confirmLabel={m.ingest_revoke()}
          onConfirm={() => revoke.mutateAsync(asking.id)}
          onClose={() => setAsking(null)}
        >
          {m.ingest_revoke_text()}
        </ConfirmDialog>
      )}
    </section>
  );
};

/** Shown once: the installation has only its hash. */
const NewKey = ({ made }: { made: NewIngestKey }) => (
  <div className={styles.made} role="status">
    <p>{m.ingest_made()}</p>
    {[
      [m.ingest_server(), made.url],
      [m.ingest_secret(), made.key],
    ].map(([name, value = '']) => (
      <div key={name} className={styles.secret}>
        <span className={styles.soft}>{name}</span>
        <code>{value}</code>
        <CopyButton text={value} />
      </div>
    ))}
  </div>
);
