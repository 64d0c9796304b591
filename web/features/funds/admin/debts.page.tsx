// /dsb/debts: debts from disputed payments, the largest first.
import { useQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { requestScope } from '../../../client/request-scope.server.ts';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { formatMoment } from '../../../ui/display/formats.ts';
import { Money } from '../../../ui/display/Money.tsx';
import { adminClientLoader, requireAdmin } from '../../dsb/admin-only.ts';
import styles from '../../dsb/dsb.module.css';
import { debtsQuery } from './debts.ts';

export const loader = async () => requireAdmin((await requestScope().user())?.admin);
export const clientLoader = adminClientLoader;
export const meta = () => [
  { title: `${m.dsb_debts_title()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

export default function DebtsPage() {
  const { data: debts, isError, isFetching, refetch } = useQuery(debtsQuery());
  return (
    <section className={styles.page}>
      <h1 className={styles.title}>{m.dsb_debts_title()}</h1>
      <p className={styles.soft}>{m.dsb_debts_text()}</p>
      {isError && <ErrorState onRetry={() => void refetch()} loading={isFetching} />}
      {debts?.length === 0 && (
        <EmptyState icon={<Inbox aria-hidden />} title={m.dsb_debts_empty()} />
      )}
      {debts?.map(({ profile, owed, since }) => (
        <article key={profile.domainName} className={styles.choices}>
          <h2 className={styles.subtitle}>
            <Link to={`/${profile.domainName}`}>{profile.exibitionName}</Link>{' '}
            <span className={styles.soft}>@{profile.domainName}</span>
          </h2>
          <p>
            <Money value={owed} />{' '}
            <span className={styles.soft}>
              {m.dsb_debts_since()} <time dateTime={since}>{formatMoment(since)}</time>
            </span>
          </p>
        </article>
      ))}
    </section>
  );
}
