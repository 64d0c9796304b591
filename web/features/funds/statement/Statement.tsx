// Every movement of an account, newest first, paginated.
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { LoadMore } from '../../../ui/actions/LoadMore.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { formatMoment, formatMoney } from '../../../ui/display/formats.ts';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { RefundRequest } from '../../help/index.ts';
import { type StatementEntry, type StatementFilters, statementQuery } from '../queries.ts';
import { Filters } from './Filters.tsx';
import { kindText } from './kinds.ts';
import { linesOf, type StatementLine } from './lines.ts';
import styles from './Statement.module.css';

export const Statement = ({
  account,
  empty,
}: {
  account: 'wallet' | 'earnings';
  empty: ReactNode;
}) => {
  const [filters, setFilters] = useState<StatementFilters>({});
  const { data: everything } = useInfiniteQuery(statementQuery(account));
  if (everything?.pages[0]?.data.length === 0) return empty;
  return (
    <>
      <Filters account={account} filters={filters} onChange={setFilters} />
      <Lines account={account} filters={filters} />
    </>
  );
};

const Lines = ({
  account,
  filters,
}: {
  account: 'wallet' | 'earnings';
  filters: StatementFilters;
}) => {
  const statement = useInfiniteQuery(statementQuery(account, filters));
  if (statement.isPending) return <Bones />;
  if (statement.isError)
    return <ErrorState onRetry={() => void statement.refetch()} loading={statement.isFetching} />;
  const { pages } = statement.data;
  const entries = pages.flatMap((page) => page.data);
  if (entries.length === 0) return <p className={styles.none}>{m.statement_none()}</p>;
  return (
    <>
      <ul className={styles.list}>
        {linesOf(entries).map((line) => (
          <Line key={line.entry.id} {...line} page={purchasesBeside(pages, line.entry)} />
        ))}
      </ul>
      <LoadMore query={statement} text={m.statement_more()} small className={styles.more} />
    </>
  );
};

/** What was paid from the wallet to a producer. */
const isPurchase = ({ account, amount, counterpart }: StatementEntry): boolean =>
  account === 'wallet' && amount < 0 && counterpart !== null;

/** The purchases of the page of this line, which are asked about together. */
const purchasesBeside = (
  pages: readonly { data: StatementEntry[] }[],
  entry: StatementEntry,
): string[] =>
  pages
    .find(({ data }) => data.includes(entry))
    ?.data.filter(isPurchase)
    .map(({ transferId }) => transferId) ?? [];

/** The minutes of a show are one receipt. */
const showReceipt = ({ account, referenceId }: StatementEntry): string =>
  `/live/receipts?as=${account === 'wallet' ? 'watcher' : 'producer'}&show=${referenceId}`;

/** A purchase in the reader's words, for the administrators, who alone refund. */
const purchaseText = ({ kind, amount, counterpart, createdAt }: StatementEntry): string =>
  m.refund_what({
    kind: kindText(kind),
    name: counterpart?.exibitionName ?? '',
    value: formatMoney(Math.abs(amount)),
    when: formatMoment(createdAt),
  });

const Line = ({ entry, released, page }: StatementLine & { page: readonly string[] }) => {
  const incoming = entry.amount > 0;
  return (
    <li className={styles.line}>
      <div className={styles.what}>
        <p>
          <span className={styles.kind}>{kindText(entry.kind)}</span>{' '}
          {entry.counterpart && (
            <Link to={`/${entry.counterpart.domainName}`} className={styles.who}>
              {incoming
                ? m.statement_from({ name: entry.counterpart.exibitionName })
                : m.statement_to({ name: entry.counterpart.exibitionName })}
            </Link>
          )}
        </p>
        {entry.message !== null && (
          <p className={styles.message} dir="auto">
            {entry.message}
          </p>
        )}
        <p className={styles.soft}>
          <time dateTime={entry.createdAt}>{formatMoment(entry.createdAt)}</time>
          {released && ` · ${m.statement_released()}`}
          {entry.account === 'debt' && ` · ${m.statement_debt()}`}
          {entry.account === 'locked' && ` · ${m.statement_locked()}`}
          {' · '}
          <Link
            to={`/funds/receipts/${entry.transferId}`}
            className={styles.receipt}
            aria-label={m.receipt_open_label({
              kind: kindText(entry.kind),
              value: formatMoney(Math.abs(entry.amount)),
            })}
          >
            {m.receipt_open()}
          </Link>
          {entry.referenceType === 'order' && entry.referenceId !== null && (
            <>
              {' · '}
              <Link to={`/orders?id=${entry.referenceId}`} className={styles.receipt}>
                {m.order_open()}
              </Link>
            </>
          )}
          {entry.kind === 'show' && entry.referenceId !== null && (
            <>
              {' · '}
              <Link to={showReceipt(entry)} className={styles.receipt}>
                {m.statement_show_receipt()}
              </Link>
            </>
          )}
          {entry.reversed && ` · ${m.statement_reversed()}`}
          {isPurchase(entry) && !entry.reversed && (
            <>
              {' · '}
              <RefundRequest receipt={entry.transferId} page={page} what={purchaseText(entry)} />
            </>
          )}
          {entry.gross !== null &&
            entry.fee !== null &&
            ` · ${m.earnings_gross({ gross: formatMoney(entry.gross), fee: formatMoney(entry.fee) })}`}
        </p>
      </div>
      <p className={incoming && !released ? styles.in : styles.out}>
        {!released && (incoming ? '+' : '−')}
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
