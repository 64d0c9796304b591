// /dsb/transactions: transactions with their corrections, and payouts and disputes that wait for a
// decision.
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
import { DisputeQueue } from './DisputeQueue.tsx';
import { Statements } from './Statements.tsx';
import { TransactionLine } from './TransactionLine.tsx';
import { type Correction, heldQuery, transactionsQuery } from './transactions.ts';

export const loader = async () => requireStaff(await requestScope().user(), 'money.read');
export const clientLoader = staffClientLoader('money.read');
export const meta = () => adminMeta(m.dsb_transactions_title());

type CorrectionProps = { onCorrect: (correction: Correction) => void };

export default function TransactionsPage() {
  // A dispute, or a help ticket about a payment, leads here with the number of the payment.
  const [address] = useSearchParams();
  const wanted = address.get('search') ?? '';
  const [correcting, setCorrecting] = useState<Correction | null>(null);
  return (
    <AdminPage title={m.dsb_transactions_title()}>
      <CashOutQueue />
      <HeldPayments onCorrect={setCorrecting} />
      <DisputeQueue />
      <Statements />
      <Transactions key={wanted} wanted={wanted} onCorrect={setCorrecting} />
      {correcting && (
        <CorrectionDialog correction={correcting} onClose={() => setCorrecting(null)} />
      )}
    </AdminPage>
  );
}

const Transactions = ({ wanted, onCorrect }: CorrectionProps & { wanted: string }) => {
  const [search, setSearch] = useState(wanted);
  const list = useInfiniteQuery(transactionsQuery(search));
  return (
    <AdminSection title={m.dsb_transactions_all()}>
      <span id="transactions" />
      <SearchField label={m.dsb_transactions_search()} value={search} onSearch={setSearch} />
      <AdminQueue query={list} empty={{ title: m.dsb_transactions_empty() }}>
        {(line) => <TransactionLine key={line.id} line={line} onCorrect={onCorrect} />}
      </AdminQueue>
    </AdminSection>
  );
};

/** Payments held for fraud review, newest first; renders nothing without one. */
const HeldPayments = ({ onCorrect }: CorrectionProps) => {
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
