// /dsb/age: administrators review the documents of age verifications.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { requestScope } from '../../../client/request-scope.server.ts';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { adminClientLoader, requireAdmin } from '../../dsb/admin-only.ts';
import { Decision } from '../../dsb/Decision.tsx';
import { Document } from '../../dsb/Document.tsx';
import styles from '../../dsb/dsb.module.css';
import { type AgeReview, agesQuery, decideAge } from './queries.ts';
import { useViewedDocuments } from '../../dsb/use-viewed-documents.ts';

export const loader = async () => requireAdmin((await requestScope().user())?.admin);
export const clientLoader = adminClientLoader;
export const meta = () => [
  { title: `${m.dsb_ages_title()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

const AgeRequest = ({
  request: { id, profile, documents },
  loading,
  onDecide,
}: {
  request: AgeReview;
  loading: boolean;
  onDecide: (decision: Parameters<typeof decideAge>[0]) => void;
}) => {
  const { onViewed, unseen } = useViewedDocuments(documents);
  const choices = [
    { key: 'verify', text: m.dsb_age_verify(), main: true, needsReason: false },
    { key: 'refuse', text: m.dsb_age_refuse(), main: false, needsReason: true },
  ];
  return (
    <article>
      <h2 className={styles.subtitle}>
        {profile.exibitionName} <span className={styles.soft}>@{profile.domainName}</span>
      </h2>
      <div className={styles.documents}>
        {documents.map((document) => (
          <Document key={document.kind} {...document} onViewed={onViewed} />
        ))}
      </div>
      <Decision
        choices={choices}
        loading={loading}
        unseen={unseen}
        onDecide={(key, reason) => onDecide({ id, verified: key === 'verify', reason })}
      />
    </article>
  );
};

export default function AgesPage() {
  const client = useQueryClient();
  const { data: requests, isError, isFetching, refetch } = useQuery(agesQuery());
  const { mutate, isPending } = useMutation({
    mutationFn: decideAge,
    onSettled: () => client.invalidateQueries({ queryKey: agesQuery().queryKey }),
  });
  return (
    <section className={styles.page}>
      <h1 className={styles.title}>{m.dsb_ages_title()}</h1>
      <p className={styles.soft}>{m.dsb_recorded()}</p>
      {isError && <ErrorState onRetry={() => void refetch()} loading={isFetching} />}
      {requests?.length === 0 && (
        <EmptyState icon={<Inbox aria-hidden />} title={m.dsb_age_empty_title()}>
          {m.dsb_age_empty_text()}
        </EmptyState>
      )}
      {requests?.map((request) => (
        <AgeRequest key={request.id} request={request} loading={isPending} onDecide={mutate} />
      ))}
    </section>
  );
}
