// /dsb/transactions: movements of money, what may be set right, and the cash-outs that wait for a decision.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { requestScope } from '../../shell/request-scope.server.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { formatMoment } from '../../ui/display/formats.ts';
import { Money } from '../../ui/display/Money.tsx';
import { Pill } from '../../ui/display/Pill.tsx';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { kindText } from '../funds/statement/kinds.ts';
import { adminClientLoader, requireAdmin } from './admin-only.ts';
import { CashOutQueue } from './CashOutQueue.tsx';
import { Correct } from './Correct.tsx';
import styles from './dsb.module.css';
import { type Correction, type Transaction, transactionsQuery } from './transactions.ts';

export const loader = async () => requireAdmin((await requestScope().user())?.admin);
export const clientLoader = adminClientLoader;
export const meta = () => [{ title: `${m.dsb_transactions_title()} · Camarim` }, { name: 'robots', content: 'noindex' }];

export default function TransactionsPage() {
  const [search, setSearch] = useState('');
  const [correcting, setCorrecting] = useState<Correction | null>(null);
  const list = useInfiniteQuery(transactionsQuery(search));
  const lines = list.data?.pages.flatMap(({ data }) => data);
  return (
    <section className={styles.page}>
      <h1 className={styles.title}>{m.dsb_transactions_title()}</h1>
      <CashOutQueue />
      <SearchField label={m.dsb_transactions_search()} onSearch={setSearch} />
      {list.isError && <ErrorState onRetry={() => void list.refetch()} busy={list.isFetching} />}
      {lines?.length === 0 && <EmptyState icon={<Inbox aria-hidden />} title={m.dsb_transactions_empty()} />}
      {lines?.map((line) => (
        <Line key={line.id} line={line} onCorrect={setCorrecting} />
      ))}
      {list.hasNextPage && (
        <Button look="line" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {m.statement_more()}
        </Button>
      )}
      {correcting && <Correct correction={correcting} onClose={() => setCorrecting(null)} />}
    </section>
  );
}

const Person = ({ person }: { person: Transaction['from'] }) => (person ? <Link to={`/${person.domainName}`}>{person.exibitionName}</Link> : <>{m.dsb_transactions_platform()}</>);

const ACTIONS = { release: m.dsb_transactions_release, reverse: m.dsb_transactions_reverse, 'reverse-payment': m.dsb_transactions_refund } as const;

const REFUNDS = { requested: m.dsb_transactions_refund_requested, done: m.dsb_transactions_refund_done, failed: m.dsb_transactions_refund_failed } as const;

const Line = ({ line, onCorrect }: { line: Transaction; onCorrect: (correction: Correction) => void }) => (
  <article className={styles.choices}>
    <h2 className={styles.subtitle}>
      {kindText(line.kind)} · <Money value={line.amount} /> {line.reversedBy && <Pill look="plain">{m.dsb_transactions_reversed()}</Pill>}{' '}
      {line.refund && <Pill look={line.refund === 'done' ? 'leaf' : 'plain'}>{REFUNDS[line.refund]()}</Pill>}
    </h2>
    <p>
      <Person person={line.from} /> → <Person person={line.to} /> <span className={styles.soft}>· <time dateTime={line.createdAt}>{formatMoment(line.createdAt)}</time></span>
    </p>
    <p className={styles.soft}>
      {line.releaseAt && `${m.dsb_transactions_releases({ when: formatMoment(line.releaseAt) })} · `}
      {line.reason && `${m.cash_out_reason({ reason: line.reason })} · `}
      <code>{line.id}</code>
    </p>
    {line.can.length > 0 && (
      <p className={styles.buttons}>
        {line.can.map((action) => (
          <Button key={action} small look="line" onClick={() => onCorrect({ line, action })}>
            {ACTIONS[action]()}
          </Button>
        ))}
      </p>
    )}
  </article>
);
