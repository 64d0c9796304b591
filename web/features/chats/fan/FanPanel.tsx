// The fan of a conversation, for its producer: subscription, what they spent and bought, the note,
// and the lists they are in.
import { useQuery } from '@tanstack/react-query';
import { ListPlus, NotebookPen } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { openDialog } from '../../../client/dialogs.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { formatCount, formatDay, formatMoney } from '../../../ui/display/formats.ts';
import { Spinner } from '../../../ui/display/Spinner.tsx';
import { TimeAgo } from '../../../ui/display/TimeAgo.tsx';
import { LateOverlay } from '../../../ui/overlays/LateOverlay.tsx';
import { SALE_TEXTS } from '../../funds/index.ts';
import { PersonLists } from '../../lists/index.ts';
import type { ConversationView } from '../queries.ts';
import { type Fan, fanQuery } from './queries.ts';
import styles from './fan.module.css';

type Props = { chatId: string; profile: ConversationView['profile'] };

export const FanPanel = ({ chatId, profile }: Props) => {
  const { data: fan, isError, isFetching, refetch } = useQuery(fanQuery(chatId));
  if (isError && !fan) return <ErrorState onRetry={() => void refetch()} loading={isFetching} />;
  if (!fan) return <Spinner />;
  return (
    <div className={styles.panel}>
      <Spent fan={fan} />
      <Standing fan={fan} />
      {fan.purchases.length > 0 && <Purchases fan={fan} />}
      <Note fan={fan} name={profile.exibitionName} />
      <Lists fan={fan} name={profile.exibitionName} />
    </div>
  );
};

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.part}>
    <h3 className={styles.title}>{title}</h3>
    {children}
  </section>
);

const Spent = ({ fan: { spent } }: { fan: Fan }) => (
  <Part title={m.fan_spent()}>
    {spent.kinds.length === 0 ? (
      <p className={styles.soft}>{m.fan_spent_nothing()}</p>
    ) : (
      <>
        <p className={styles.total}>{formatMoney(spent.total)}</p>
        <ul className={styles.lines}>
          {spent.kinds.map(({ kind, amount, count }) => (
            <li key={kind}>
              <span>
                {SALE_TEXTS[kind].earningsLabel()}
                <span className={styles.soft}>
                  {count === 1 ? m.fan_times_one() : m.fan_times({ count: formatCount(count) })}
                </span>
              </span>
              {spent.kinds.length > 1 && <span>{formatMoney(amount)}</span>}
            </li>
          ))}
        </ul>
      </>
    )}
  </Part>
);

const Standing = ({ fan: { subscription, followsSince, lastSeenAt } }: { fan: Fan }) => (
  <Part title={m.fan_subscription()}>
    {subscription ? <SubscriptionBadge subscription={subscription} /> : null}
    <ul className={styles.lines}>
      <li>
        {subscription
          ? m.fan_subscriber_since({ date: formatDay(subscription.since) })
          : m.fan_never_subscribed()}
      </li>
      <li>
        {followsSince
          ? m.fan_follows_since({ date: formatDay(followsSince) })
          : m.fan_follows_not()}
      </li>
      {lastSeenAt && (
        <li>
          <span className={styles.soft}>{m.fan_last_seen()}</span>
          <TimeAgo at={lastSeenAt} />
        </li>
      )}
    </ul>
  </Part>
);

const SubscriptionBadge = ({
  subscription: { active, renews, until },
}: {
  subscription: NonNullable<Fan['subscription']>;
}) => {
  const date = formatDay(until);
  if (!active) return <Badge variant="plain">{m.audience_ended({ date })}</Badge>;
  return (
    <Badge variant={renews ? 'leaf' : 'plain'}>
      {renews ? m.audience_renews({ date }) : m.audience_until({ date })}
    </Badge>
  );
};

const Purchases = ({ fan: { purchases } }: { fan: Fan }) => (
  <Part title={m.fan_purchases()}>
    <ul className={styles.lines}>
      {purchases.map(({ kind, amount, at }, place) => (
        <li key={`${at} ${place}`}>
          <span>
            {SALE_TEXTS[kind].statementLabel()}
            <span className={styles.soft}>
              <TimeAgo at={at} />
            </span>
          </span>
          <span>{formatMoney(amount)}</span>
        </li>
      ))}
    </ul>
  </Part>
);

const Note = ({ fan: { note, profileId }, name }: { fan: Fan; name: string }) => (
  <Part title={m.fan_note()}>
    <p className={note === null ? styles.soft : styles.note}>{note ?? m.fan_note_none()}</p>
    <Button small variant="line" onClick={() => openDialog('note', { profileId, name })}>
      <NotebookPen aria-hidden /> {note === null ? m.fan_note_write() : m.note_edit()}
    </Button>
  </Part>
);

const Lists = ({ fan: { lists, profileId }, name }: { fan: Fan; name: string }) => {
  const [choosing, setChoosing] = useState(false);
  return (
    <Part title={m.fan_lists()}>
      {lists.length === 0 ? (
        <p className={styles.soft}>{m.fan_lists_none()}</p>
      ) : (
        <ul className={styles.badges}>
          {lists.map((list) => (
            <li key={list.id}>
              <Badge variant="plain">{list.name}</Badge>
            </li>
          ))}
        </ul>
      )}
      <Button small variant="line" onClick={() => setChoosing(true)}>
        <ListPlus aria-hidden /> {m.fan_lists_change()}
      </Button>
      {choosing && (
        <LateOverlay>
          <PersonLists
            profileId={profileId}
            name={name}
            current={lists.map(({ id }) => id)}
            onClose={() => setChoosing(false)}
          />
        </LateOverlay>
      )}
    </Part>
  );
};
