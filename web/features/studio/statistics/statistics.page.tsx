// /statistics: views, likes, comments, unlocks, followers and earnings of a period, by day and post.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { loadPage } from '../../../client/page-data.ts';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { formatDay } from '../../../ui/display/formats.ts';
import { Spinner } from '../../../ui/display/Spinner.tsx';
import { type Period, PeriodFields } from '../../../ui/fields/PeriodFields.tsx';
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

const Parts = ({ statistics }: { statistics: Statistics }) => (
  <>
    <p className={styles.soft}>
      {m.statistics_compared({
        from: formatDay(`${statistics.before.from}T15:00:00Z`),
        to: formatDay(`${statistics.before.to}T15:00:00Z`),
      })}{' '}
      {m.statistics_how()}
    </p>
    <div className={styles.cards}>
      {KINDS.map((kind) => (
        <KindCard key={kind} kind={kind} statistics={statistics} />
      ))}
    </div>
    <details className={styles.details}>
      <summary>{m.statistics_by_day()}</summary>
      <DaysTable days={statistics.days} />
    </details>
    <h2 className={styles.subtitle}>{m.statistics_by_post()}</h2>
    {statistics.posts.length === 0 ? (
      <p className={styles.soft}>{m.statistics_posts_none()}</p>
    ) : (
      <PostsTable posts={statistics.posts} />
    )}
    <BestHours hours={statistics.hours} />
  </>
);
