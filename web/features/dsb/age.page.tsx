// /dsb/age: administrators look at documents of people who have to show their age.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { m } from '../../paraglide/messages.js';
import { requestScope } from '../../shell/request-scope.server.ts';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { adminClientLoader, requireAdmin } from './admin-only.ts';
import { Decision } from './Decision.tsx';
import { Document } from './Document.tsx';
import styles from './dsb.module.css';
import { agesQuery, decideAge } from './queries.ts';

export const loader = async () => requireAdmin((await requestScope().user())?.admin);
export const clientLoader = adminClientLoader;
export const meta = () => [{ title: `${m.dsb_ages_title()} · Camarim` }, { name: 'robots', content: 'noindex' }];

export default function AgesPage() {
  const client = useQueryClient();
  const { data: requests, isError, isFetching, refetch } = useQuery(agesQuery());
  const { mutate, isPending } = useMutation({ mutationFn: decideAge, onSettled: () => client.invalidateQueries({ queryKey: agesQuery().queryKey }) });
  const choices = [
    { key: 'verify', text: m.dsb_age_verify(), main: true, needsReason: false },
    { key: 'refuse', text: m.dsb_age_refuse(), main: false, needsReason: true },
  ];
  return (
    <section className={styles.page}>
      <h1 className={styles.title}>{m.dsb_ages_title()}</h1>
      <p className={styles.soft}>{m.dsb_recorded()}</p>
      {isError && <ErrorState onRetry={() => void refetch()} busy={isFetching} />}
      {requests?.length === 0 && (
        <EmptyState icon={<Inbox aria-hidden />} title={m.dsb_age_empty_title()}>
          {m.dsb_age_empty_text()}
        </EmptyState>
      )}
      {requests?.map(({ id, profile, documents }) => (
        <article key={id}>
          <h2 className={styles.subtitle}>
            {profile.exibitionName} <span className={styles.soft}>@{profile.domainName}</span>
          </h2>
          <div className={styles.documents}>
            {documents.map((document) => (
              <Document key={document.kind} {...document} />
            ))}
          </div>
          <Decision choices={choices} busy={isPending} onDecide={(key, reason) => mutate({ id, verified: key === 'verify', reason })} />
        </article>
      ))}
    </section>
  );
}
