// Every movement of an account, newest first, a page at a time.
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { formatMoment, formatMoney } from '../../../ui/display/formats.ts';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { type StatementEntry, statementQuery } from '../queries.ts';
import styles from './Statement.module.css';

const KINDS: Record<string, () => string> = {
  topUp: m.statement_kind_top_up,
  tip: m.statement_kind_tip,
  purchase: m.statement_kind_purchase,
  subscription: m.statement_kind_subscription,
  release: m.statement_kind_release,
  reversal: m.statement_kind_reversal,
};

export const Statement = ({ account, empty }: { account: 'wallet' | 'earnings'; empty: ReactNode }) => {
  const statement = useInfiniteQuery(statementQuery(account));
  if (statement.isPending) return <Bones />;
  if (statement.isError) return <ErrorState onRetry={() => void statement.refetch()} busy={statement.isFetching} />;
  const entries = statement.data.pages.flatMap((page) => page.data);
  if (entries.length === 0) return empty;
  return (
    <>
      <ul className={styles.list}>
        {entries.map((entry) => (
          <Line key={entry.id} entry={entry} />
        ))}
      </ul>
      {statement.hasNextPage && (
        <div className={styles.more}>
          <Button small look="line" busy={statement.isFetchingNextPage} onClick={() => void statement.fetchNextPage()}>
            {m.statement_more()}
          </Button>
        </div>
      )}
    </>
  );
};

const Line = ({ entry }: { entry: StatementEntry }) => {
  const incoming = entry.amount > 0;
  return (
    <li className={styles.line}>
      <div className={styles.what}>
        <p>
          <span className={styles.kind}>{(KINDS[entry.kind] ?? m.statement_kind_other)()}</span>{' '}
          {entry.counterpart && (
            <Link to={`/${entry.counterpart.domainName}`} className={styles.who}>
              {incoming ? m.statement_from({ name: entry.counterpart.exibitionName }) : m.statement_to({ name: entry.counterpart.exibitionName })}
            </Link>
          )}
        </p>
        <p className={styles.soft}>
          <time dateTime={entry.createdAt}>{formatMoment(entry.createdAt)}</time>
          {entry.gross !== null && entry.fee !== null && ` · ${m.earnings_gross({ gross: formatMoney(entry.gross), fee: formatMoney(entry.fee) })}`}
        </p>
      </div>
      <p className={incoming ? styles.in : styles.out}>
        {incoming ? '+' : '−'}
        {formatMoney(Math.abs(entry.amount))}
      </p>
    </li>
  );
};

const Bones = () => (
  <div className={styles.list} aria-hidden>
    {[1, 2, 3, 4].map((row) => (
      <div key={row} className={styles.line}>
        <div className={styles.what}>
          <Skeleton />
          <Skeleton shape="short" />
        </div>
      </div>
    ))}
  </div>
);
