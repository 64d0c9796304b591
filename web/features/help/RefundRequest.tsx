// Beside a payment: asks for its refund, or says what became of the request.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { openDialog } from '../../client/dialogs.ts';
import { m } from '../../paraglide/messages.js';
import styles from './help.module.css';
import { refundsQuery } from './queries.ts';

type RefundRequestProps = {
  /** The payment's id. */
  receipt: string;
  /** All payments of its page of the statement, which are asked about together. */
  page: readonly string[];
  /** The payment in the reader's words. */
  what: string;
};

export const RefundRequest = ({ receipt, page, what }: RefundRequestProps) => {
  const { data: requests, isPending } = useQuery(refundsQuery(page));
  if (isPending) return null;
  const request = requests?.find((one) => one.receipt === receipt);
  if (request) {
    const state = request.answeredAt === null ? m.help_refund_waiting() : m.help_refund_answered();
    return (
      <Link to="/help#asked" aria-label={`${state}: ${what}`} className={styles.refund}>
        {state}
      </Link>
    );
  }
  return (
    <button
      type="button"
      aria-label={`${m.help_refund()}: ${what}`}
      className={styles.refund}
      onClick={() => openDialog('help', { refund: { receipt, what } })}
    >
      {m.help_refund()}
    </button>
  );
};
