// /dsb/performers: administrators review performers who gave their consent.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { requestScope } from '../../../client/request-scope.server.ts';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { DescriptionList } from '../../../ui/display/DescriptionList.tsx';
import { formatDay } from '../../../ui/display/formats.ts';
import { Select } from '../../../ui/fields/Select.tsx';
import { adminClientLoader, requireAdmin } from '../../dsb/admin-only.ts';
import { Decision } from '../../dsb/Decision.tsx';
import { Document } from '../../dsb/Document.tsx';
import { useViewedDocuments } from '../../dsb/use-viewed-documents.ts';
import styles from '../../dsb/dsb.module.css';
import { decidePerformer, type PerformerReview, performersQuery } from './queries.ts';

export const loader = async () => requireAdmin((await requestScope().user())?.admin);
export const clientLoader = adminClientLoader;
export const meta = () => [
  { title: `${m.dsb_performers_title()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

const REVIEWS = ['waiting', 'approved', 'rejected', 'revoked'] as const;
const NAMES = {
  waiting: m.dsb_performers_waiting,
  approved: m.dsb_performers_approved,
  rejected: m.dsb_performers_rejected,
  revoked: m.dsb_performers_revoked,
};
const SAY = {
  approve: m.dsb_performers_approve,
  reject: m.dsb_performers_reject,
  revoke: m.dsb_performers_revoke,
};

const PerformerRecord = ({ record }: { record: PerformerReview }) => {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: decidePerformer,
    onSettled: () => client.invalidateQueries({ queryKey: ['dsb', 'performers'] }),
  });
  const { id, stageName, producer, person, documents, can, reason, posts } = record;
  const { onViewed, unseen } = useViewedDocuments(documents);
  return (
    <article>
      <h2 className={styles.subtitle}>
        {stageName}{' '}
        <span className={styles.soft}>{m.dsb_performers_of({ name: producer.domainName })}</span>
      </h2>
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
      <div className={styles.documents}>
        {documents.map((document) => (
          <Document key={document.kind} {...document} onViewed={onViewed} />
        ))}
      </div>
      {can.length > 0 && (
        <Decision
          choices={can.map((key) => ({
            key,
            text: SAY[key](),
            main: key === 'approve',
            needsReason: key !== 'approve',
          }))}
          loading={isPending}
          unseen={unseen}
          onDecide={(key, why) => {
            const decision = can.find((one) => one === key);
            if (decision) mutate({ id, decision, reason: why });
          }}
        />
      )}
    </article>
  );
};

export default function PerformersPage() {
  const [search, setSearch] = useSearchParams();
  const review = REVIEWS.find((known) => known === search.get('review')) ?? 'waiting';
  const { data: records, isError, isFetching, refetch } = useQuery(performersQuery(review));
  return (
    <section className={styles.page}>
      <h1 className={styles.title}>{m.dsb_performers_title()}</h1>
      <p className={styles.soft}>{m.dsb_recorded()}</p>
      <div className={styles.choices}>
        <Select
          label={m.dsb_performers_show()}
          value={review}
          onChange={({ currentTarget: { value } }) =>
            setSearch({ review: value }, { preventScrollReset: true })
          }
          options={REVIEWS.map((value) => ({ value, text: NAMES[value]() }))}
        />
      </div>
      {isError && <ErrorState onRetry={() => void refetch()} loading={isFetching} />}
      {records?.length === 0 && (
        <EmptyState icon={<Inbox aria-hidden />} title={m.dsb_performers_empty_title()}>
          {m.dsb_performers_empty_text()}
        </EmptyState>
      )}
      {records?.map((record) => (
        <PerformerRecord key={record.id} record={record} />
      ))}
    </section>
  );
}
