// /dsb/performers: administrators review performers who gave their consent.
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { requestScope } from '../../../client/request-scope.server.ts';
import { m } from '../../../paraglide/messages.js';
import { DescriptionList } from '../../../ui/display/DescriptionList.tsx';
import { formatDay } from '../../../ui/display/formats.ts';
import { Tabs } from '../../../ui/display/Tabs.tsx';
import {
  AdminCard,
  adminClientLoader,
  adminMeta,
  AdminPage,
  AdminQueue,
  adminStyles as styles,
  Decision,
  Documents,
  requireAdmin,
  useViewedDocuments,
} from '../../dsb/index.ts';
import { type PerformerReview, performersQuery, useDecidePerformer } from './queries.ts';

export const loader = async () => requireAdmin((await requestScope().user())?.admin);
export const clientLoader = adminClientLoader;
export const meta = () => adminMeta(m.dsb_performers_title());

const REVIEWS = {
  waiting: m.dsb_performers_waiting,
  approved: m.dsb_performers_approved,
  rejected: m.dsb_performers_rejected,
  revoked: m.dsb_performers_revoked,
};
const KEYS = Object.keys(REVIEWS) as (keyof typeof REVIEWS)[];
const DECISIONS = {
  approve: m.dsb_performers_approve,
  reject: m.dsb_performers_reject,
  revoke: m.dsb_performers_revoke,
};

const PerformerCard = ({ record }: { record: PerformerReview }) => {
  const { mutate, isPending } = useDecidePerformer();
  const { id, stageName, producer, person, documents, can, reason, posts } = record;
  const { onViewed, unseen } = useViewedDocuments(documents);
  const title = (
    <>
      {stageName}{' '}
      <span className={styles.soft}>{m.dsb_performers_of({ name: producer.domainName })}</span>
    </>
  );
  return (
    <AdminCard title={title}>
      {person && (
        <DescriptionList
          className={styles.facts}
          items={[
            [m.performers_full_name(), person.fullName],
            [m.request_document(), person.document],
            [m.request_birth_date(), formatDay(`${person.birthDate}T12:00:00Z`)],
            [m.performers_email(), person.email],
            [m.dsb_performers_posts(), String(posts)],
          ]}
        />
      )}
      {reason !== '' && <p>{m.performers_reason({ reason })}</p>}
      {documents.length > 0 && <Documents documents={documents} onViewed={onViewed} />}
      {can.length > 0 && (
        <Decision
          choices={can.map((key) => ({
            key,
            text: DECISIONS[key](),
            main: key === 'approve',
            needsReason: key !== 'approve',
          }))}
          loading={isPending}
          unseen={unseen}
          onDecide={(decision, why) => mutate({ id, decision, reason: why })}
        />
      )}
    </AdminCard>
  );
};

export default function PerformersPage() {
  const [search] = useSearchParams();
  const review = KEYS.find((known) => known === search.get('review')) ?? 'waiting';
  const list = useQuery(performersQuery(review));
  const tabs = KEYS.map((key) => ({
    key,
    to: `/dsb/performers?review=${key}`,
    text: REVIEWS[key](),
  }));
  return (
    <AdminPage title={m.dsb_performers_title()} note={m.dsb_recorded()}>
      <Tabs label={m.dsb_performers_show()} tabs={tabs} current={review} />
      <AdminQueue
        query={list}
        empty={{ title: m.dsb_performers_empty_title(), text: m.dsb_performers_empty_text() }}
      >
        {(record) => <PerformerCard key={record.id} record={record} />}
      </AdminQueue>
    </AdminPage>
  );
}
