// /statistics: views, likes, comments, unlocks, followers and earnings of a period, by day and
// post.
import { useQuery } from '@tanstack/react-query';
import { ChartNoAxesColumn } from 'lucide-react';
import { useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { NEW_POST_PATH } from '../../../client/navigation.ts';
import { loadPage } from '../../../client/page-data.ts';
import { useSession } from '../../../client/session/session.ts';
import { ButtonLink } from '../../../ui/actions/Button.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { formatDay } from '../../../ui/display/formats.ts';
import { Spinner } from '../../../ui/display/Spinner.tsx';
import { PeriodFields } from '../../../ui/fields/PeriodFields.tsx';
import type { Period } from '../../../ui/fields/periods.ts';
import { type Statistics, statisticsQuery } from '../queries.ts';
import { BestHours } from './BestHours.tsx';
import { KindCard, KINDS } from './KindCard.tsx';
import { DaysTable, PostsTable } from './StatisticsTables.tsx';
import styles from './statistics.module.css';

const load = () => loadPage({ optional: [statisticsQuery({})] });

export const loader = async () => ({ queries: (await load()).queries });
export const clientLoader = async () => {
  await load();
  return null;
};

export const meta = () => [
  { title: `${m.statistics_title()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

export default function StatisticsPage() {
  const [period, setPeriod] = useState<Period>({});
  const { data, isError, isFetching, refetch } = useQuery(statisticsQuery(period));
  return (
    <section className={styles.page}>
      <h1 className={styles.title}>{m.statistics_title()}</h1>
      <PeriodFields period={period} shown={data} onChange={setPeriod} />
      {isError && <ErrorState onRetry={() => void refetch()} loading={isFetching} />}
      {!data && !isError && <Spinner />}
      {data && !isError && <Parts statistics={data} />}
    </section>
  );
}

const Parts = ({ statistics }: { statistics: Statistics }) => {
  const { totals, before, days, posts, hours } = statistics;
  const nothing = KINDS.every((kind) => totals[kind] === 0 && before[kind] === 0);
  if (nothing && posts.length === 0) return <Nothing />;
  return (
    <>
      <p className={styles.soft}>
        {KINDS.some((kind) => before[kind] > 0)
          ? m.statistics_compared({
              from: formatDay(`${before.from}T15:00:00Z`),
              to: formatDay(`${before.to}T15:00:00Z`),
            })
          : m.statistics_before_none()}{' '}
        {m.statistics_how()}
      </p>
      <div className={styles.cards}>
        {KINDS.map((kind) => (
          <KindCard key={kind} kind={kind} statistics={statistics} />
        ))}
      </div>
      <details className={styles.details}>
        <summary>{m.statistics_by_day()}</summary>
        <DaysTable days={days} />
      </details>
      <section>
        <h2 className={styles.subtitle}>{m.statistics_by_post()}</h2>
        {posts.length === 0 ? (
          <p className={styles.soft}>{m.statistics_posts_none()}</p>
        ) : (
          <PostsTable posts={posts} />
        )}
      </section>
      <BestHours hours={hours} />
    </>
  );
};

/** What there will be, and how it comes about. */
export const Nothing = () => {
  const { user } = useSession();
  return (
    <EmptyState
      icon={<ChartNoAxesColumn aria-hidden />}
      title={m.statistics_none_title()}
      action={
        <div className={styles.actions}>
          <ButtonLink variant="main" small to={NEW_POST_PATH}>
            {m.place_new_post()}
          </ButtonLink>
          {user && (
            <ButtonLink variant="line" small to={`/${user.profile.domainName}`}>
              {m.statistics_none_share()}
            </ButtonLink>
          )}
        </div>
      }
    >
      {m.statistics_none_text()}
    </EmptyState>
  );
};
