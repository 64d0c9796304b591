// /dsb/reports: open reports, the soonest due first, and decided ones.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { requestScope } from '../../../client/request-scope.server.ts';
import { LoadMore } from '../../../ui/actions/LoadMore.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { Tabs } from '../../../ui/display/Tabs.tsx';
import { adminClientLoader, requireAdmin } from '../../dsb/admin-only.ts';
import { ReportCard } from './ReportCard.tsx';
import { reportsQuery } from './queries.ts';
import styles from '../../dsb/dsb.module.css';

export const loader = async () => requireAdmin((await requestScope().user())?.admin);
export const clientLoader = adminClientLoader;
export const meta = () => [
  { title: `${m.dsb_reports_title()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

export default function ReportsPage() {
  const [search] = useSearchParams();
  const decided = search.has('decided');
  const list = useInfiniteQuery(reportsQuery(decided));
  const reports = list.data?.pages.flat();
  const tabs = [
    { key: 'waiting', to: '/dsb/reports', text: m.dsb_tab_requested() },
    { key: 'decided', to: '/dsb/reports?decided', text: m.dsb_reports_decided() },
  ];
  return (
    <section className={styles.page}>
      <h1 className={styles.title}>{m.dsb_reports_title()}</h1>
      <p className={styles.soft}>{m.dsb_recorded()}</p>
      <Tabs label={m.dsb_reports_title()} tabs={tabs} current={decided ? 'decided' : 'waiting'} />
      {list.isError && !reports && (
        <ErrorState onRetry={() => void list.refetch()} loading={list.isFetching} />
      )}
      {reports?.length === 0 && (
        <EmptyState icon={<Inbox aria-hidden />} title={m.dsb_reports_empty_title()}>
          {m.dsb_reports_empty_text()}
        </EmptyState>
      )}
      {reports?.map((report) => (
        <ReportCard key={report.id} report={report} />
      ))}
      <LoadMore query={list} text={m.dsb_more()} />
    </section>
  );
}
