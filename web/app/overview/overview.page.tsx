// /dsb: the work that waits, and what was sold, paid and paid out in a period.
import type { OverviewTable } from '@camarim/contract/features/dsb';
import { useQuery } from '@tanstack/react-query';
import { hasRight } from '@camarim/contract/staff';
import { useState } from 'react';
import { Link, redirect } from 'react-router';
import { currentUser, type User } from '../../client/session/session.ts';
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
  adminStyles,
  requireStaff,
} from '../../features/dsb/index.ts';
import { TemplatePolicies } from '../../features/publics/index.ts';
import { ApprovalsTable, SchemesTable } from './Disputes.tsx';
import { Figures } from './Figures.tsx';
import { ClosedAgePlaces, OpenWork } from './OpenWork.tsx';
import { DaysTable, SalesTable, TopUpsTable } from './OverviewTables.tsx';
import { type Overview, overviewFile, overviewQuery } from './queries.ts';
import styles from './overview.module.css';

const openOverview = (user: User | null): Response | null => {
  // Roles without figures begin with their work.
  if (!hasRight(user?.staffRole, 'overview.read') && hasRight(user?.staffRole, 'todo.decide'))
    return redirect('/dsb/todo');
  return requireStaff(user, 'overview.read');
};

export const loader = async () => openOverview(await requestScope().user());
export const clientLoader = async () => openOverview(currentUser());
export const meta = () => adminMeta(m.dsb_overview_title());

export default function OverviewPage() {
  const [period, setPeriod] = useState<Period>({});
  const { data, isError, isFetching, refetch } = useQuery(overviewQuery(period));
  return (
    <AdminPage title={m.dsb_overview_title()}>
      {isError && <ErrorState onRetry={() => void refetch()} loading={isFetching} />}
      {!data && !isError && <Spinner />}
      {data && !isError && (
        <AdminSection title={m.dsb_work_title()}>
          <ClosedAgePlaces count={data.closedAgePlaces} />
          <OpenWork work={data.openWork} />
          <Link to="/dsb/todo" className={adminStyles.back}>
            {m.dsb_work_all()}
          </Link>
        </AdminSection>
      )}
      <div className={styles.warning}>
        <TemplatePolicies />
      </div>
      <AdminSection title={m.dsb_overview_period()}>
        <PeriodFields period={period} shown={data} onChange={setPeriod} />
        {data && !isError && <Parts overview={data} period={period} />}
      </AdminSection>
    </AdminPage>
  );
}

const Parts = ({ overview, period }: { overview: Overview; period: Period }) => {
  const fileOf = (table: OverviewTable) => overviewFile(period, table);
  const { before, countedUntil, sales, topUps, days, schemes, approvals } = overview;
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
      {sales.length > 0 && <SalesTable sales={sales} file={fileOf('sales')} />}
      {topUps.length > 0 && <TopUpsTable topUps={topUps} file={fileOf('methods')} />}
      {schemes.length > 0 && <SchemesTable schemes={schemes} file={fileOf('schemes')} />}
      {approvals.length > 0 && <ApprovalsTable approvals={approvals} file={fileOf('approvals')} />}
      <details className={styles.details}>
        <summary>{m.statistics_by_day()}</summary>
        <DaysTable days={days} file={fileOf('days')} />
      </details>
    </div>
  );
};
