// People who watch a show now; the producer and moderators choose what to do about one.
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { Avatar } from '../../../ui/display/Avatar.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { formatCount } from '../../../ui/display/formats.ts';
import { type Watcher, watchersQuery } from '../queries.ts';
import { PersonDialog } from './PersonDialog.tsx';
import type { Room } from './queries.ts';
import styles from './room.module.css';

type Props = { liveId: string; roomRole: Room['role'] };

export const Watchers = ({ liveId, roomRole: role }: Props) => {
  const [chosen, setChosen] = useState<Watcher | null>(null);
  const { data: reply, isError, isFetching, refetch } = useQuery(watchersQuery(liveId));
  if (isError && !reply) return <ErrorState onRetry={() => void refetch()} loading={isFetching} />;
  if (!reply) return null;
  const total = reply.total ?? reply.data.length;
  const unseen = total - reply.data.length;
  if (total === 0) return <EmptyState title={m.live_watchers_none()} />;
  return (
    <ul
      className={styles.people}
      aria-label={m.live_watchers({ count: total, text: formatCount(total) })}
    >
      {reply.data.map((person) => (
        <li key={person.id}>
          <Entry person={person} onChoose={role === 'watcher' ? null : () => setChosen(person)}>
            <Avatar
              name={person.exibitionName}
              src={person.profileMediaThumbs?.mdThumb ?? person.profileImage}
              size="tiny"
            />
            <span>{person.exibitionName}</span>
          </Entry>
        </li>
      ))}
      {unseen > 0 && <li className={styles.soft}>{m.live_watchers_more({ count: unseen })}</li>}
      {chosen && (
        <PersonDialog liveId={liveId} role={role} person={chosen} onClose={() => setChosen(null)} />
      )}
    </ul>
  );
};

const Entry = ({
  person,
  onChoose,
  children,
}: {
  person: Watcher;
  onChoose: (() => void) | null;
  children: ReactNode;
}) =>
  onChoose ? (
    <button type="button" className={styles.person} onClick={onChoose}>
      {children}
    </button>
  ) : (
    <Link to={`/${person.domainName}`} target="_blank" className={styles.person}>
      {children}
    </Link>
  );
