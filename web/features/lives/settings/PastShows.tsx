// Past shows with what they brought in, and how long their producer was on air.
import { useQuery } from '@tanstack/react-query';
import { Radio } from 'lucide-react';
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { formatCount, formatMoment, formatPosition } from '../../../ui/display/formats.ts';
import { Money } from '../../../ui/display/Money.tsx';
import { RECEIPTS_PATH } from '../paths.ts';
import { onlineTimeQuery } from '../queries.ts';
import { type PastLive, pastLivesQuery } from './queries.ts';
import styles from './settings.module.css';

export const PastShows = () => {
  const { data, isError, isFetching, refetch } = useQuery(pastLivesQuery());
  return (
    <section className={styles.part}>
      <h2 className={styles.subtitle}>{m.past_title()}</h2>
      <OnlineTime />
      {isError && !data && <ErrorState onRetry={() => void refetch()} loading={isFetching} />}
      {data?.length === 0 && <EmptyState icon={<Radio aria-hidden />} title={m.past_none()} />}
      <ul className={styles.list}>
        {data?.map((show) => (
          <PastShow key={show.id} show={show} />
        ))}
      </ul>
    </section>
  );
};

export const PastShow = ({ show }: { show: PastLive }) => (
  <li className={styles.entry}>
    <div className={styles.entryText}>
      <b>{show.title || (show.type === '3' ? m.past_private() : m.past_party())}</b>
      <span className={styles.soft}>
        {formatMoment(show.startedAt)} · {formatPosition(show.onAirSeconds)} ·{' '}
        {m.past_watchers({ count: show.watchers, text: formatCount(show.watchers) })}
        {show.minutes > 0 && ` · ${m.past_minutes({ count: show.minutes })}`}
      </span>
      {show.charge !== 'free' && (
        <Link to={`${RECEIPTS_PATH}?as=producer&show=${show.id}`} className={styles.link}>
          {m.receipts_of_show()}
        </Link>
      )}
    </div>
    <div className={styles.sum}>
      <Money value={show.earnings} />
      <span className={styles.soft}>
        {m.past_net()} <Money value={show.net} />
      </span>
    </div>
  </li>
);

const OnlineTime = () => {
  const { data } = useQuery(onlineTimeQuery());
  if (!data) return null;
  return (
    <dl className={styles.terms}>
      <dt>{m.online_time_today()}</dt>
      <dd>{formatPosition(data.todaySeconds)}</dd>
      <dt>{m.online_time_week()}</dt>
      <dd>{formatPosition(data.weekSeconds)}</dd>
      <dt>{m.online_time_month()}</dt>
      <dd>{formatPosition(data.monthSeconds)}</dd>
    </dl>
  );
};
