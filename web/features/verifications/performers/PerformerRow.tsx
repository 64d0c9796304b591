// One performer of the list: state of consent and review, and the possible actions.
import { useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { formatDay } from '../../../ui/display/formats.ts';
import { Badge } from '../../../ui/display/Badge.tsx';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import styles from './performers.module.css';
import { type Performer, useResendRequest, useRemovePerformer } from './queries.ts';
import { scopeList } from './scopes.ts';

const stateText = ({ consent, review, mayBeTagged }: Performer): string => {
  if (mayBeTagged) return m.performers_ready();
  if (consent === 'refused') return m.performers_refused();
  if (consent === 'withdrawn') return m.performers_withdrawn();
  if (consent === 'asked') return m.performers_waits_answer();
  return {
    waiting: m.performers_waits_review,
    rejected: m.performers_rejected,
    revoked: m.performers_revoked,
    approved: m.performers_ready,
  }[review]();
};

export const PerformerRow = ({ performer }: { performer: Performer }) => {
  const { id, stageName, consent, review, reason, mayBeTagged, posts, medias, scopes, createdAt } =
    performer;
  const [removing, setRemoving] = useState(false);
  const ask = useResendRequest();
  const remove = useRemovePerformer();
  const open = (consent === 'asked' || consent === 'given') && review !== 'rejected';
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <b>{stageName}</b>
        <Badge variant={mayBeTagged ? 'leaf' : 'plain'}>{stateText(performer)}</Badge>
      </div>
      <p className={styles.soft}>
        {m.performers_since({ day: formatDay(createdAt) })} ·{' '}
        {posts === 1 ? m.performers_post_one() : m.performers_posts({ count: posts })} ·{' '}
        {m.performers_medias({ count: medias })}
      </p>
      {consent === 'given' && (
        <p className={styles.soft}>
          {scopes.length === 0
            ? m.performers_scopes_none()
            : m.performers_scopes({ scopes: scopeList(scopes) })}
        </p>
      )}
      {reason !== '' && !mayBeTagged && <p>{m.performers_reason({ reason })}</p>}
      <div className={styles.buttons}>
        {open && (
          <Button
            small
            variant="line"
            loading={ask.isPending}
            aria-label={m.performers_ask_label({ name: stageName })}
            onClick={() =>
              ask.mutate(id, { onSuccess: () => showToast(m.performers_asked_again(), 'success') })
            }
          >
            {m.performers_ask()}
          </Button>
        )}
        {posts === 0 && (
          <Button
            small
            variant="line"
            aria-label={m.performers_remove_label({ name: stageName })}
            onClick={() => setRemoving(true)}
          >
            {m.performers_remove()}
          </Button>
        )}
      </div>
      {removing && (
        <ConfirmDialog
          title={m.performers_remove_title({ name: stageName })}
          confirmLabel={m.performers_remove()}
          onClose={() => setRemoving(false)}
          onConfirm={async () => {
            await remove.mutateAsync(id);
            showToast(m.performers_removed(), 'success');
          }}
        >
          {m.performers_remove_text()}
        </ConfirmDialog>
      )}
    </li>
  );
};
