// The list of payouts with the steps of each, what comes next, and the reason of a return.
import { useQuery } from '@tanstack/react-query';
import { m } from '../../../paraglide/messages.js';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { formatMoment, formatMoney } from '../../../ui/display/formats.ts';
import { Money } from '../../../ui/display/Money.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import styles from './payouts.module.css';
import { type CashOut, cashOutsQuery } from './queries.ts';

type Status = CashOut['status'];

const STATUS: Record<Status, () => string> = {
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
        {data.map((cashOut) => (
          <CashOutRow key={cashOut.id} cashOut={cashOut} />
        ))}
      </ul>
    </section>
  );
};

const CashOutRow = ({ cashOut }: { cashOut: CashOut }) => {
  const { status, value, fee, destination, reason } = cashOut;
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <b>
          <Money value={value} />
        </b>
        <span className={styles.soft}>
          {destination}
          {fee > 0 && ` · ${m.cash_out_net({ value: formatMoney(value - fee) })}`}
        </span>
        {status === 'returned' && reason && (
          <span>{m.cash_out_reason({ reason: reasonText(reason) })}</span>
        )}
      </div>
      <Badge variant={status === 'paid' ? 'leaf' : 'plain'}>{STATUS[status]()}</Badge>
      <Steps cashOut={cashOut} />
      {NEXT[status] && <p className={styles.next}>{NEXT[status]()}</p>}
    </li>
  );
};

/** What happens next, while there is something to wait for. */
const NEXT: Partial<Record<Status, () => string>> = {
  requested: m.cash_out_next_requested,
  approved: m.cash_out_next_approved,
  sent: m.cash_out_next_sent,
};

const STEP_NAMES: Record<Status, () => string> = {
  requested: m.cash_out_step_requested,
  approved: m.cash_out_step_approved,
  sent: m.cash_out_step_sent,
  paid: m.cash_out_status_paid,
  returned: m.cash_out_status_returned,
};

type Step = { status: Status; at: string | null };

/** The steps of a cash-out: those that were, with their instants, and those to come. */
export const stepsOf = ({ status, steps, createdAt }: CashOut): readonly Step[] => {
  const were: Step[] = steps.filter((step) => step.status !== 'requested');
  const first: Step = { status: 'requested', at: createdAt };
  if (status === 'returned' || status === 'paid') return [first, ...were];
  const done = new Set(were.map((step) => step.status));
  const toCome = (['approved', 'sent', 'paid'] as const).filter((name) => !done.has(name));
  return [first, ...were, ...toCome.map((name): Step => ({ status: name, at: null }))];
};

const Steps = ({ cashOut }: { cashOut: CashOut }) => (
  <ol className={styles.steps} aria-label={m.cash_out_steps()}>
    {stepsOf(cashOut).map(({ status, at }) => (
      <li key={status} data-done={at !== null} data-status={status}>
        <span>{STEP_NAMES[status]()}</span>
        {at === null ? (
          <span className="visually-hidden">{m.cash_out_step_to_come()}</span>
        ) : (
          <time dateTime={at}>{formatMoment(at)}</time>
        )}
      </li>
    ))}
  </ol>
);
