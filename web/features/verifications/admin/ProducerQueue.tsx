// Requests to become a producer, oldest first.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { Avatar } from '../../../ui/display/Avatar.tsx';
import { Tabs } from '../../../ui/display/Tabs.tsx';
import { TimeAgo } from '../../../ui/display/TimeAgo.tsx';
import { type AdminColumn, adminStyles as styles, AdminTable } from '../../dsb/index.ts';
import { type QueuedProducer, type QueueStage, producersQuery } from './queries.ts';

const COLUMNS: readonly AdminColumn<QueuedProducer>[] = [
  {
    head: m.dsb_person,
    cell: ({ profile: { id, exibitionName, domainName, profileImage, profileMediaThumbs } }) => (
      <div className={styles.person}>
        <Avatar name={exibitionName} src={profileMediaThumbs?.mdThumb ?? profileImage} />
        <div>
          <Link to={`/dsb/producer?id=${id}`} aria-label={m.dsb_open({ name: exibitionName })}>
            {exibitionName}
          </Link>
          <span className={styles.soft}>@{domainName}</span>
        </div>
      </div>
    ),
  },
  { head: m.dsb_asked, cell: ({ requestedAt }) => <TimeAgo at={requestedAt} /> },
];

export const ProducerQueue = ({ stage }: { stage: QueueStage }) => {
  const list = useInfiniteQuery(producersQuery(stage));
  const tabs = [
    { key: 'requested', to: '/dsb/producer', text: m.dsb_tab_requested() },
    { key: 'approved', to: '/dsb/producer?stage=approved', text: m.dsb_tab_approved() },
    { key: 'rejected', to: '/dsb/producer?stage=rejected', text: m.dsb_tab_rejected() },
  ];
  return (
    <>
      <Tabs label={m.dsb_producers_title()} tabs={tabs} current={stage} />
      <AdminTable
        query={list}
        empty={{ title: m.dsb_empty_title(), text: m.dsb_empty_text() }}
        label={m.dsb_producers_title()}
        keyOf={({ id }) => id}
        columns={COLUMNS}
      />
    </>
  );
};
