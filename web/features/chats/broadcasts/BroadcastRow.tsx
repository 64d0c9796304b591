// A mass message in its sender's list: what, to whom, when, what came of it, and what can be done.
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { newIdempotencyKey } from '../../../client/api/api.ts';
import { useTimeZone } from '../../../client/session/session.ts';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { formatCount, formatMoment, formatMoney } from '../../../ui/display/formats.ts';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { listsQuery, textOf } from '../../lists/index.ts';
import { ReviewNotice } from '../../reviews/index.ts';
import { BroadcastForm } from './BroadcastForm.tsx';
import {
  type Broadcast,
  useContinueBroadcast,
  useResendBroadcast,
  useUnsendBroadcast,
} from './queries.ts';
import styles from './broadcasts.module.css';

const STATES = {
  scheduled: m.broadcast_state_scheduled,
  sending: m.broadcast_state_sending,
  sent: m.broadcast_state_sent,
  cancelled: m.broadcast_state_cancelled,
  unsent: m.broadcast_state_unsent,
} satisfies Record<Broadcast['state'], () => string>;

export const BroadcastRow = ({ broadcast }: { broadcast: Broadcast }) => {
  const { state, message, medias, price, sendAt, resendOf, editedAt } = broadcast;
  const [editing, setEditing] = useState(false);
  const timeZone = useTimeZone();
  if (editing)
    return (
      <li>
        <BroadcastForm broadcast={broadcast} onClose={() => setEditing(false)} />
      </li>
    );
  const live = state === 'scheduled' || (state === 'sending' && broadcast.stopped === null);
  return (
    <li className={styles.row}>
      <p className={styles.soft}>
        <Badge variant={live ? 'leaf' : 'plain'}>
          {broadcast.stopped ? m.broadcast_state_stopped() : STATES[state]()}
        </Badge>{' '}
        <time dateTime={sendAt}>{formatMoment(sendAt, timeZone)}</time>
        {resendOf !== null && ` · ${m.broadcast_again()}`}
        {editedAt !== null && ` · ${m.broadcast_edited()}`}
      </p>
      {broadcast.review && state === 'scheduled' && <ReviewNotice review={broadcast.review} />}
      {broadcast.stopped && <Stopped id={broadcast.id} stopped={broadcast.stopped} />}
      {message && <p className={styles.text}>{message}</p>}
      {medias.length > 0 && (
        <p className={styles.soft}>
          {m.chat_media_count({ count: medias.length })}
          {price !== null && ` · ${formatMoney(price)}`}
        </p>
      )}
      <Prices broadcast={broadcast} />
      <To broadcast={broadcast} />
      {state !== 'scheduled' && state !== 'cancelled' && <Statistics broadcast={broadcast} />}
      <Actions broadcast={broadcast} onEdit={() => setEditing(true)} />
    </li>
  );
};

/**
 * Why its sending has stopped; it goes on by a press, because its text may have lost its meaning
 * since.
 */
const Stopped = ({
  id,
  stopped: { at, withheld },
}: {
  id: Broadcast['id'];
  stopped: NonNullable<Broadcast['stopped']>;
}) => {
  const goOn = useContinueBroadcast();
  const timeZone = useTimeZone();
  const when = formatMoment(at, timeZone);
  return (
    <div className={styles.rowActions}>
      <p>{withheld ? m.broadcast_stopped({ when }) : m.broadcast_stopped_shown({ when })}</p>
      {!withheld && (
        <Button small loading={goOn.isPending} onClick={() => goOn.mutate(id)}>
          {m.broadcast_continue()}
        </Button>
      )}
    </div>
  );
};

const Prices = ({ broadcast: { prices } }: { broadcast: Broadcast }) => {
  const { data: lists } = useQuery({ ...listsQuery(), enabled: prices.length > 0 });
  if (!lists || prices.length === 0) return null;
  return (
    <p className={styles.soft}>
      {prices
        .map(({ for: group, price }) =>
          m.broadcast_price_group_of({ group: textOf(group, lists), price: formatMoney(price) }),
        )
        .join(' · ')}
    </p>
  );
};

const To = ({ broadcast: { include, exclude } }: { broadcast: Broadcast }) => {
  const { data: lists } = useQuery(listsQuery());
  // One that was sent again has the receivers of the first, and no selection of its own.
  if (!lists || include.length === 0) return null;
  const words = (parts: Broadcast['include']) =>
    parts.map((part) => textOf(part, lists)).join(', ');
  return (
    <p className={styles.soft}>
      {m.broadcast_to({ who: words(include) })}
      {exclude.length > 0 && ` · ${m.broadcast_without({ who: words(exclude) })}`}
    </p>
  );
};

const Statistics = ({ broadcast: { statistics, price } }: { broadcast: Broadcast }) => {
  const { receivers, seen, bought, earned, skipped, owned } = statistics;
  const facts = [
    { key: 'receivers', label: m.broadcast_receivers(), value: formatCount(receivers) },
    { key: 'seen', label: m.broadcast_seen(), value: formatCount(seen) },
    ...(price === null
      ? []
      : [
          { key: 'bought', label: m.broadcast_bought(), value: formatCount(bought) },
          { key: 'earned', label: m.broadcast_earned(), value: formatMoney(earned) },
        ]),
    ...(owned > 0 ? [{ key: 'owned', label: m.broadcast_owned(), value: formatCount(owned) }] : []),
    ...(skipped > 0
      ? [{ key: 'skipped', label: m.broadcast_skipped(), value: formatCount(skipped) }]
      : []),
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(({ key, label, value }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
};

const Actions = ({
  broadcast: { id, state, statistics, editable },
  onEdit,
}: {
  broadcast: Broadcast;
  onEdit: () => void;
}) => {
  const [asking, setAsking] = useState<'unsend' | 'resend' | null>(null);
  const unsend = useUnsendBroadcast();
  const resend = useResendBroadcast();
  /** Kept until it is sent: trying again after a lost reply sends it once. */
  const key = useRef<string>(null);
  const waits = state === 'scheduled';
  if (state === 'cancelled' || state === 'unsent') return null;
  const repeat = async () => {
    key.current ??= newIdempotencyKey();
    await resend.mutateAsync({ id, idempotencyKey: key.current });
    key.current = null;
    showToast(m.broadcast_on_its_way(), 'success');
  };
  return (
    <div className={styles.rowActions}>
      {editable && (
        <Button small variant="line" onClick={onEdit}>
          {m.broadcast_edit()}
        </Button>
      )}
      {state === 'sent' && statistics.seen < statistics.receivers && (
        <Button small onClick={() => setAsking('resend')}>
          {m.broadcast_resend()}
        </Button>
      )}
      <Button small variant="text" onClick={() => setAsking('unsend')}>
        {waits ? m.broadcast_cancel() : m.broadcast_unsend()}
      </Button>
      {asking === 'unsend' && (
        <ConfirmDialog
          title={waits ? m.broadcast_cancel_title() : m.broadcast_unsend_title()}
          confirmLabel={waits ? m.broadcast_cancel() : m.broadcast_unsend()}
          onConfirm={() => unsend.mutateAsync(id)}
          onClose={() => setAsking(null)}
        >
          <p>{waits ? m.broadcast_cancel_text() : m.broadcast_unsend_text()}</p>
        </ConfirmDialog>
      )}
      {asking === 'resend' && (
        <ConfirmDialog
          title={m.broadcast_resend_title()}
          confirmLabel={m.broadcast_resend()}
          onConfirm={repeat}
          onClose={() => setAsking(null)}
        >
          <p>{m.broadcast_resend_text()}</p>
        </ConfirmDialog>
      )}
    </div>
  );
};
