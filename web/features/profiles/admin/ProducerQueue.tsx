// Requests to become a producer, oldest first.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { Avatar } from '../../../ui/display/Avatar.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { Tabs } from '../../../ui/display/Tabs.tsx';
import { TimeAgo } from '../../../ui/display/TimeAgo.tsx';
import { type QueueStage, queueQuery } from './queries.ts';
import styles from '../../dsb/dsb.module.css';

export const ProducerQueue = ({ stage }: { stage: QueueStage }) => {
  const { data, isError, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(queueQuery(stage));
  const requests = data?.pages.flat() ?? [];
  const tabs = [
    { key: 'requested', to: '/dsb/producer', text: m.dsb_tab_requested() },
    { key: 'approved', to: '/dsb/producer?stage=approved', text: m.dsb_tab_approved() },
    { key: 'rejected', to: '/dsb/producer?stage=rejected', text: m.dsb_tab_rejected() },
  ];
  return (
    <>
      <Tabs label={m.dsb_producers_title()} tabs={tabs} current={stage} />
      {isError && !data && <ErrorState onRetry={() => void refetch()} loading={isFetching} />}
      {data && requests.length === 0 && (
        <EmptyState icon={<Inbox aria-hidden />} title={m.dsb_empty_title()}>
          {m.dsb_empty_text()}
        </EmptyState>
      )}
      <ul className={styles.list} aria-busy={isFetching}>
        {requests.map(({ id, profile, requestedAt }) => (
          <li key={id} className={styles.row}>
            <Avatar
              name={profile.exibitionName}
              src={profile.profileMediaThumbs?.mdThumb ?? profile.profileImage}
            />
            <div className={styles.who}>
              <Link
                to={`/dsb/producer?id=${profile.id}`}
                className={styles.link}
                aria-label={m.dsb_open({ name: profile.exibitionName })}
              >
                {profile.exibitionName}
              </Link>
              <span className={styles.soft}>@{profile.domainName}</span>
            </div>
            <span className={styles.soft}>
              {m.dsb_asked()} <TimeAgo at={requestedAt} />
            </span>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="line" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {m.dsb_more()}
        </Button>
      )}
    </>
  );
};
