// /earnings: a producer's earnings, the held part, and its release dates.
import { useQuery } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { loadPage } from '../../../client/page-data.ts';
import { ButtonLink } from '../../../ui/actions/Button.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { formatMoment } from '../../../ui/display/formats.ts';
import { Money } from '../../../ui/display/Money.tsx';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { CashOutForm } from '../payouts/CashOutForm.tsx';
import { accountsQuery } from '../../banks/index.ts';
import { termsQuery } from '../payouts/queries.ts';
import { EarningsOverview } from './EarningsOverview.tsx';
import { earningsReportQuery } from './queries.ts';
import { earningsQuery, statementQuery } from '../queries.ts';
import { Statement } from '../statement/Statement.tsx';
import styles from '../funds.module.css';

const load = () =>
  loadPage({
    optional: [
      earningsQuery(),
      statementQuery('earnings'),
      earningsReportQuery({}),
      termsQuery(),
      accountsQuery(),
    ],
  });

export const loader = async () => ({ queries: (await load()).queries });
export const clientLoader = async () => {
  await load();
  return null;
};

export const meta = () => [
  { title: `${m.earnings_title()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

export default function EarningsPage() {
  const earnings = useQuery(earningsQuery());
  if (earnings.isError)
    return <ErrorState onRetry={() => void earnings.refetch()} loading={earnings.isFetching} />;
  const { data } = earnings;
  const figures = [
    [m.earnings_available(), data?.available],
    [m.earnings_pending(), data?.pending],
    [m.earnings_today(), data?.today],
    [m.earnings_month(), data?.last30Days],
  ] as const;
  return (
    <section className={styles.page}>
      <h1 className={styles.title}>{m.earnings_title()}</h1>
      <dl className={styles.figures}>
        {figures.map(([label, value]) => (
          <div key={label} className={styles.figure}>
            <dt className={styles.label}>{label}</dt>
            <dd className={styles.number}>
              {value === undefined ? <Skeleton shape="short" /> : <Money value={value} />}
            </dd>
          </div>
        ))}
      </dl>
      {data && data.releases.length > 0 && (
        <>
          <h2 className={styles.subtitle}>{m.earnings_releases()}</h2>
          <ul className={styles.releases}>
            {data.releases.map(({ at, amount }) => (
              <li key={at} className={styles.release}>
                <time dateTime={at}>{formatMoment(at)}</time>
                <Money value={amount} />
              </li>
            ))}
          </ul>
        </>
      )}
      <div className={styles.cashOut}>
        <CashOutForm />
        <ButtonLink to="/bank" variant="text" small>
          {m.cash_outs_title()}
        </ButtonLink>
      </div>
      <EarningsOverview />
      <h2 className={styles.subtitle}>{m.wallet_statement()}</h2>
      <p className={styles.beforeFilters}>
        <Link to="/live/receipts?as=producer" viewTransition className={styles.link}>
          {m.wallet_show_receipts()}
        </Link>
      </p>
      <Statement
        account="earnings"
        empty={
          <EmptyState
            icon={<Sparkles aria-hidden />}
            title={m.earnings_empty_title()}
            action={
              <ButtonLink to="/posts" variant="main">
                {m.publish_title()}
              </ButtonLink>
            }
          >
            {m.earnings_empty_text()}
          </EmptyState>
        }
      />
    </section>
  );
}
