// The list of payouts with their states and the reason of a return.
import { useQuery } from '@tanstack/react-query';
import { m } from '../../../paraglide/messages.js';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { formatMoment } from '../../../ui/display/formats.ts';
import { Money } from '../../../ui/display/Money.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import styles from './payouts.module.css';
import { type CashOut, cashOutsQuery } from './queries.ts';

const STATUS: Record<CashOut['status'], () => string> = {
  requested: m.cash_out_status_requested,
  approved: m.cash_out_status_approved,
  sent: m.cash_out_status_sent,
  paid: m.cash_out_status_paid,
  returned: m.cash_out_status_returned,
};

/**
 * Texts of our own reason codes; any other reason is a sentence of the bank or of an administrator.
 */
const reasonText = (reason: string): string =>
  reason.startsWith('gateway.') ? m.cash_out_refused_by_bank() : reason;

export const CashOuts = () => {
  const { data, isError, isFetching, refetch } = useQuery(cashOutsQuery());
  if (isError) return <ErrorState onRetry={() => void refetch()} loading={isFetching} />;
  if (!data || data.length === 0) return null;
  return (
    <section className={styles.part}>
      <h2 className={styles.subtitle}>{m.cash_outs_title()}</h2>
      <ul className={styles.list}>
        {data.map(({ id, status, value, destination, reason, createdAt, finishedAt }) => (
          <li key={id} className={styles.row}>
            <div className={styles.what}>
              <b>
                <Money value={value} />
              </b>
              <span className={styles.soft}>{destination}</span>
              <span className={styles.soft}>
                <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
                {finishedAt && ` · ${m.cash_out_finished({ when: formatMoment(finishedAt) })}`}
              </span>
              {status === 'returned' && reason && (
                <span>{m.cash_out_reason({ reason: reasonText(reason) })}</span>
              )}
            </div>
            <Badge variant={status === 'paid' ? 'leaf' : 'plain'}>{STATUS[status]()}</Badge>
          </li>
        ))}
      </ul>
    </section>
  );
};
