// /dsb/transactions: transactions with their corrections, and payouts that wait for a decision.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { requestScope } from '../../../client/request-scope.server.ts';
import { m } from '../../../paraglide/messages.js';
import { SearchField } from '../../../ui/fields/SearchField.tsx';
import {
  adminMeta,
  AdminPage,
  AdminQueue,
  AdminSection,
  requireStaff,
  staffClientLoader,
} from '../../dsb/index.ts';
import { CashOutQueue } from './CashOutQueue.tsx';
import { CorrectionDialog } from './CorrectionDialog.tsx';
import { Statements } from './Statements.tsx';
import { TransactionLine } from './TransactionLine.tsx';
import { type Correction, heldQuery, transactionsQuery } from './transactions.ts';

export const loader = async () => requireStaff(await requestScope().user(), 'money.read');
export const clientLoader = staffClientLoader('money.read');
export const meta = () => adminMeta(m.dsb_transactions_title());

export default function TransactionsPage() {
  // A help ticket about a payment leads here with the number of its receipt.
  const [address] = useSearchParams();
  const [search, setSearch] = useState(address.get('search') ?? '');
  const [correcting, setCorrecting] = useState<Correction | null>(null);
  const list = useInfiniteQuery(transactionsQuery(search));
  return (
    <AdminPage title={m.dsb_transactions_title()}>
      <CashOutQueue />
      <HeldPayments onCorrect={setCorrecting} />
      <Statements />
      <SearchField label={m.dsb_transactions_search()} value={search} onSearch={setSearch} />
      <AdminQueue query={list} empty={{ title: m.dsb_transactions_empty() }}>
        {(line) => <TransactionLine key={line.id} line={line} onCorrect={setCorrecting} />}
      </AdminQueue>
      {correcting && (
        <CorrectionDialog correction={correcting} onClose={() => setCorrecting(null)} />
      )}
    </AdminPage>
  );
}

/** Payments held for fraud review, newest first; renders nothing without one. */
const HeldPayments = ({ onCorrect }: { onCorrect: (correction: Correction) => void }) => {
  const { data } = useQuery(heldQuery());
  if (!data || data.length === 0) return null;
  return (
    <AdminSection title={m.dsb_held_title()}>
      {data.map((line) => (
        <TransactionLine key={line.id} line={line} onCorrect={onCorrect} />
      ))}
    </AdminSection>
  );
};
