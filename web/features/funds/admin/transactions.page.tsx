// /dsb/transactions: transactions with their corrections, and payouts that wait for a decision.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { requestScope } from '../../../client/request-scope.server.ts';
import { LoadMore } from '../../../ui/actions/LoadMore.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { SearchField } from '../../../ui/fields/SearchField.tsx';
import { adminClientLoader, requireAdmin } from '../../dsb/admin-only.ts';
import { CashOutQueue } from './CashOutQueue.tsx';
import { CorrectionDialog } from './CorrectionDialog.tsx';
import styles from '../../dsb/dsb.module.css';
import { Statements } from './Statements.tsx';
import { TransactionLine } from './TransactionLine.tsx';
import { type Correction, heldQuery, transactionsQuery } from './transactions.ts';

export const loader = async () => requireAdmin((await requestScope().user())?.admin);
export const clientLoader = adminClientLoader;
export const meta = () => [
  { title: `${m.dsb_transactions_title()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

export default function TransactionsPage() {
  const [search, setSearch] = useState('');
  const [correcting, setCorrecting] = useState<Correction | null>(null);
  const list = useInfiniteQuery(transactionsQuery(search));
  const lines = list.data?.pages.flatMap(({ data }) => data);
  return (
    <section className={styles.page}>
      <h1 className={styles.title}>{m.dsb_transactions_title()}</h1>
      <CashOutQueue />
      <HeldPayments onCorrect={setCorrecting} />
      <Statements />
      <SearchField label={m.dsb_transactions_search()} onSearch={setSearch} />
      {list.isError && <ErrorState onRetry={() => void list.refetch()} loading={list.isFetching} />}
      {lines?.length === 0 && (
        <EmptyState icon={<Inbox aria-hidden />} title={m.dsb_transactions_empty()} />
      )}
      {lines?.map((line) => (
        <TransactionLine key={line.id} line={line} onCorrect={setCorrecting} />
      ))}
      <LoadMore query={list} text={m.statement_more()} />
      {correcting && (
        <CorrectionDialog correction={correcting} onClose={() => setCorrecting(null)} />
      )}
    </section>
  );
}

/** Payments held for fraud review, newest first; renders nothing without one. */
const HeldPayments = ({ onCorrect }: { onCorrect: (correction: Correction) => void }) => {
  const { data } = useQuery(heldQuery());
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby="held-title">
      <h2 id="held-title" className={styles.subtitle}>
        {m.dsb_held_title()}
      </h2>
      {data.map((line) => (
        <TransactionLine key={line.id} line={line} onCorrect={onCorrect} />
      ))}
    </section>
  );
};
