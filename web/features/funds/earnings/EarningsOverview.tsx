// Earnings of a period: a chart and a table by day and kind, totals by item and by fan, and file
// exports.
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { formatDay, formatMoney } from '../../../ui/display/formats.ts';
import { Money } from '../../../ui/display/Money.tsx';
import { PeriodFields } from '../../../ui/fields/PeriodFields.tsx';
import type { Period } from '../../../ui/fields/periods.ts';
import { SALE_TEXTS } from '../sale-texts.ts';
import { Chart } from './Chart.tsx';
import { CHART_KINDS, daysOf } from './chart.ts';
import styles from './earnings.module.css';
import {
  type EarningsReport as EarnedData,
  earningsReportFile,
  earningsReportQuery,
} from './queries.ts';

export const EarningsOverview = () => {
  const [period, setPeriod] = useState<Period>({});
  const { data, isError, isFetching, refetch } = useQuery(earningsReportQuery(period));
  return (
    <section aria-labelledby="earned-title">
      <h2 id="earned-title" className={styles.subtitle}>
        {m.earned_title()}
      </h2>
      <PeriodFields period={period} shown={data} onChange={setPeriod} />
      {isError && <ErrorState onRetry={() => void refetch()} loading={isFetching} />}
      {data &&
        !isError &&
        (data.days.length === 0 ? (
          <p className={styles.nothing}>{m.earned_nothing()}</p>
        ) : (
          <Parts earned={data} period={period} />
        ))}
    </section>
  );
};

const FILES = {
  days: m.earned_file_days,
  items: m.earned_by_item,
  fans: m.earned_by_fan,
} as const;

/** The figures of the period as files, which few people need. */
const Files = ({ period }: { period: Period }) => (
  <details className={styles.details}>
    <summary>{m.earned_files()}</summary>
    <ul className={styles.files}>
      {(['days', 'items', 'fans'] as const).map((part) => (
        <li key={part}>
          <a className={styles.file} href={earningsReportFile(part, period)} download>
            <Download aria-hidden size={16} /> {FILES[part]()}
          </a>
        </li>
      ))}
    </ul>
  </details>
);

const Parts = ({ earned, period }: { earned: EarnedData; period: Period }) => (
  <>
    <p className={styles.total}>
      {m.earned_total({
        from: formatDay(`${earned.from}T15:00:00Z`),
        to: formatDay(`${earned.to}T15:00:00Z`),
      })}{' '}
      <b>{formatMoney(earned.total)}</b>
    </p>
    <Chart earned={earned} />
    <details className={styles.details}>
      <summary>{m.earned_as_table()}</summary>
      <Days earned={earned} />
    </details>
    <div className={styles.columns}>
      <section>
        <h3 className={styles.heading}>{m.earned_by_item()}</h3>
        <ol className={styles.list}>
          {earned.items.map(({ kind, id, title, amount, count }) => (
            <li key={`${kind}${id}`} className={styles.row}>
              <span className={styles.name}>
                {itemText(kind, title)}{' '}
                <span className={styles.soft}>{m.earned_times({ count })}</span>
              </span>
              <Money value={amount} />
            </li>
          ))}
        </ol>
      </section>
      <section>
        <h3 className={styles.heading}>{m.earned_by_fan()}</h3>
        <ol className={styles.list}>
          {earned.fans.map(({ profile, amount, count }) => (
            <li key={profile.domainName} className={styles.row}>
              <span className={styles.name}>
                <Link to={`/${profile.domainName}`}>{profile.exibitionName}</Link>{' '}
                <span className={styles.soft}>{m.earned_times({ count })}</span>
              </span>
              <Money value={amount} />
            </li>
          ))}
        </ol>
      </section>
    </div>
    <Files period={period} />
  </>
);

const itemText = (kind: EarnedData['items'][number]['kind'], title: string | null): string => {
  if (kind === 'plan') return m.earned_item_plan();
  if (kind === 'profile') return m.earned_item_profile();
  if (kind === 'goal') return m.earned_item_goal({ title: title ?? '' });
  if (kind === 'message') return m.earned_item_message();
  if (kind === 'order') return m.earned_orders();
  if (kind === 'show') return title ? m.earned_item_show({ title }) : m.earned_shows();
  if (kind === 'paidMessage')
    return title ? m.earned_item_paid_message({ title }) : m.earned_paid_messages();
  if (kind === 'collection') return m.earned_item_collection({ title: title ?? '' });
  return title ? m.earned_item_post({ title }) : m.earned_item_post_untitled();
};

const Days = ({ earned }: { earned: EarnedData }) => {
  const kinds = [...CHART_KINDS, 'reversal'] as const;
  return (
    // A scrollable region must be reachable by keyboard.
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={m.earned_as_table()}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{m.earned_day()}</th>
            {kinds.map((kind) => (
              <th key={kind} scope="col">
                {kind === 'reversal' ? m.earned_reversals() : SALE_TEXTS[kind].earningsLabel()}
              </th>
            ))}
            <th scope="col">{m.earned_sum()}</th>
          </tr>
        </thead>
        <tbody>
          {daysOf(earned)
            .filter(({ values }) => Object.keys(values).length > 0)
            .map(({ day, total, values }) => (
              <tr key={day}>
                <th scope="row">{formatDay(`${day}T15:00:00Z`)}</th>
                {kinds.map((kind) => (
                  <td key={kind}>{values[kind] === undefined ? '–' : formatMoney(values[kind])}</td>
                ))}
                <td>{formatMoney(total)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
};
