// /funds/receipts/{id}: a receipt for reading and printing.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useParams } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { call, type Data } from '../../../client/api/api.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { DescriptionList } from '../../../ui/display/DescriptionList.tsx';
import { formatMoment, formatMoney } from '../../../ui/display/formats.ts';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { kindText } from '../statement/kinds.ts';
import styles from './receipt.module.css';

type Receipt = Data<'GET /funds/receipts/{id}'>;

const receiptQuery = (id: string) =>
  queryOptions({
    queryKey: ['funds', 'receipt', id] as const,
    queryFn: async ({ signal }) =>
      (await call('GET /funds/receipts/{id}', { params: { id: id as never }, signal })).data,
  });

export const meta = () => [
  { title: `${m.receipt_title()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

export default function ReceiptPage() {
  const { id = '' } = useParams();
  const { data, isError, isFetching, refetch } = useQuery(receiptQuery(id));
  if (isError) return <ErrorState onRetry={() => void refetch()} loading={isFetching} />;
  return (
    <article className={styles.page}>
      <p className={styles.brand}>Camarim</p>
      <h1 className={styles.title}>{m.receipt_title()}</h1>
      {data ? (
        <>
          <p className={styles.amount}>{formatMoney(Math.abs(data.amount))}</p>
          <DescriptionList items={factsOf(data)} className={styles.facts} />
          {data.reversedBy && <p className={styles.reversed}>{m.receipt_reversed()}</p>}
          <p className={styles.soft}>{m.receipt_note()}</p>
          <p className={styles.number}>
            {m.receipt_number()} {data.id}
          </p>
          <div className={styles.print}>
            <Button variant="line" onClick={() => window.print()}>
              <Printer aria-hidden size={18} /> {m.receipt_print()}
            </Button>
          </div>
        </>
      ) : (
        <Skeleton />
      )}
    </article>
  );
}

const nameOf = (person: { exibitionName: string; domainName: string }): string =>
  `${person.exibitionName} (@${person.domainName})`;

/** The lines of the receipt. */
const factsOf = ({
  kind,
  amount,
  gross,
  fee,
  person,
  counterpart,
  message,
  createdAt,
}: Receipt): [string, string][] => [
  [m.receipt_what(), kindText(kind)],
  [m.receipt_when(), formatMoment(createdAt)],
  ...(person ? [[m.receipt_person(), nameOf(person)] as [string, string]] : []),
  ...(counterpart
    ? [
        [amount < 0 ? m.receipt_paid_to() : m.receipt_paid_by(), nameOf(counterpart)] as [
          string,
          string,
        ],
      ]
    : []),
  ...(gross !== null && fee !== null
    ? ([
        [m.receipt_gross(), formatMoney(gross)],
        [m.receipt_fee(), formatMoney(fee)],
      ] as [string, string][])
    : []),
  ...(message === null ? [] : [[m.receipt_message(), message] as [string, string]]),
];
