// People who watch a show now.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { Avatar } from '../../../ui/display/Avatar.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { formatCount } from '../../../ui/display/formats.ts';
import { watchersQuery } from '../queries.ts';
import styles from './room.module.css';

export const Watchers = ({ liveId }: { liveId: string }) => {
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
          <Link to={`/${person.domainName}`} target="_blank" className={styles.person}>
            <Avatar
              name={person.exibitionName}
              src={person.profileMediaThumbs?.mdThumb ?? person.profileImage}
              size="tiny"
            />
            <span>{person.exibitionName}</span>
          </Link>
        </li>
      ))}
      {unseen > 0 && <li className={styles.soft}>{m.live_watchers_more({ count: unseen })}</li>}
    </ul>
  );
};
