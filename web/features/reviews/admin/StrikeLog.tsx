// What was refused of a producer, with the strikes that count, and taking a refusal back.
import { REASON_MAX } from '@camarim/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { explainRefusal } from '../../../client/api/errors.ts';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { formatCount, formatMoment } from '../../../ui/display/formats.ts';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { AdminSection, adminStyles, useRight, WithRight } from '../../dsb/index.ts';
import { basisOf, KIND_TEXTS, REASON_TEXTS } from '../words.ts';
import { type ProducerId, type ReviewLog, reviewLogQuery, useRestoreReview } from './queries.ts';
import styles from './reviews.module.css';

type Entry = ReviewLog['items'][number];

const RestoreDialog = ({
  entry,
  producerId,
  onClose,
}: {
  entry: Entry;
  producerId: ProducerId;
  onClose: () => void;
}) => {
  const { mutate, isPending, error } = useRestoreReview(producerId);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const restore = () => {
    if (reason.trim() === '') {
      setMissing(true);
      return;
    }
    mutate(
      { id: entry.id, reason },
      {
        onSuccess: ({ published }) => {
          showToast(published ? m.reviews_restored_published() : m.reviews_restored(), 'success');
          onClose();
        },
      },
    );
  };
  return (
    <Dialog title={m.reviews_restore()} onClose={onClose}>
      <div className={adminStyles.form}>
        <TextField
          label={m.reviews_restore_reason()}
          maxLength={REASON_MAX}
          value={reason}
          error={missing ? m.dsb_reason_missing() : explainRefusal(error)}
          onChange={({ currentTarget: { value } }) => {
            setReason(value);
            setMissing(false);
          }}
        />
        <Button variant="main" loading={isPending} onClick={restore}>
          {m.reviews_restore()}
        </Button>
      </div>
    </Dialog>
  );
};

const EntryLine = ({ entry, onRestore }: { entry: Entry; onRestore: () => void }) => {
  const mayDecide = useRight('content.decide');
  const { kind, reason, note, counts, decidedAt, decidedBy, restoredAt } = entry;
  return (
    <li>
      <b>{reason && REASON_TEXTS[reason]()}</b> <Badge variant="plain">{KIND_TEXTS[kind]()}</Badge>{' '}
      {counts && <Badge variant="air">{m.reviews_strike()}</Badge>}
      {restoredAt && <Badge variant="leaf">{m.reviews_log_restored()}</Badge>}
      <br />
      <span className={adminStyles.soft}>
        {[
          reason && basisOf(reason),
          note,
          decidedBy && `@${decidedBy.domainName}`,
          decidedAt && formatMoment(decidedAt),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {mayDecide && restoredAt === null && (
        <div>
          <Button small variant="line" onClick={onRestore}>
            {m.reviews_restore()}
          </Button>
        </div>
      )}
    </li>
  );
};

const Log = ({ producerId }: { producerId: ProducerId }) => {
  const { data } = useQuery(reviewLogQuery(producerId));
  const [restoring, setRestoring] = useState<Entry | null>(null);
  if (!data) return null;
  return (
    <AdminSection title={m.reviews_log()}>
      <p className={adminStyles.soft}>
        {m.reviews_log_counts({
          strikes: formatCount(data.strikes),
          approved: formatCount(data.approved),
        })}
      </p>
      {data.items.length === 0 && <p className={adminStyles.soft}>{m.reviews_log_empty()}</p>}
      <ul className={styles.log}>
        {data.items.map((entry) => (
          <EntryLine key={entry.id} entry={entry} onRestore={() => setRestoring(entry)} />
        ))}
      </ul>
      {restoring && (
        <RestoreDialog
          entry={restoring}
          producerId={producerId}
          onClose={() => setRestoring(null)}
        />
      )}
    </AdminSection>
  );
};

export default function StrikeLog({ producerId }: { producerId: ProducerId }) {
  return (
    <WithRight right="content.read">
      <Log producerId={producerId} />
    </WithRight>
  );
}
