// /dsb: the work that waits, and what was sold, paid and paid out in a period.
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { requestScope } from '../../client/request-scope.server.ts';
import { m } from '../../paraglide/messages.js';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { formatDay, formatMoment } from '../../ui/display/formats.ts';
import { Spinner } from '../../ui/display/Spinner.tsx';
import { PeriodFields } from '../../ui/fields/PeriodFields.tsx';
import type { Period } from '../../ui/fields/periods.ts';
import {
  adminMeta,
  AdminPage,
  AdminSection,
  requireStaff,
  staffClientLoader,
} from '../../features/dsb/index.ts';
import { Figures } from './Figures.tsx';
import { OpenWork } from './OpenWork.tsx';
import { DaysTable, SalesTable, TopUpsTable } from './OverviewTables.tsx';
import { type Overview, overviewFile, overviewQuery } from './queries.ts';
import styles from './overview.module.css';

export const loader = async () => requireStaff(await requestScope().user(), 'overview.read');
export const clientLoader = staffClientLoader('overview.read');
export const meta = () => adminMeta(m.dsb_overview_title());

export default function OverviewPage() {
  const [period, setPeriod] = useState<Period>({});
  const { data, isError, isFetching, refetch } = useQuery(overviewQuery(period));
  return (
    <AdminPage title={m.dsb_overview_title()} warningLast>
      {isError && <ErrorState onRetry={() => void refetch()} loading={isFetching} />}
      {!data && !isError && <Spinner />}
      {data && !isError && (
        <AdminSection title={m.dsb_work_title()}>
          <OpenWork work={data.openWork} />
        </AdminSection>
      )}
      <AdminSection title={m.dsb_overview_period()}>
        <PeriodFields period={period} shown={data} onChange={setPeriod} />
        {data && !isError && <Parts overview={data} period={period} />}
      </AdminSection>
    </AdminPage>
  );
}

const Parts = ({ overview, period }: { overview: Overview; period: Period }) => {
  const { before, countedUntil, sales, topUps, days } = overview;
  return (
    <div className={styles.parts}>
      <p className={styles.soft}>
        {m.statistics_compared({
          from: formatDay(`${before.from}T15:00:00Z`),
          to: formatDay(`${before.to}T15:00:00Z`),
        })}{' '}
        {countedUntil
          ? m.dsb_overview_counted({ at: formatMoment(countedUntil) })
          : m.dsb_overview_not_counted()}
      </p>
      <Figures overview={overview} />
      {sales.length > 0 && <SalesTable sales={sales} />}
      {topUps.length > 0 && <TopUpsTable topUps={topUps} />}
      <details className={styles.details}>
        <summary>{m.statistics_by_day()}</summary>
        <DaysTable days={days} />
      </details>
      <a className={styles.file} href={overviewFile(period)} download>
        <Download aria-hidden /> {m.statement_download()}
      </a>
    </div>
  );
};
