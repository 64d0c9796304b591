// What a show has cost one person: start, end, what was delivered, rate and total.
import { m } from '../../../paraglide/messages.js';
import type { Data } from '../../../client/api/api.ts';
import { formatMoment, formatMoney, formatPosition } from '../../../ui/display/formats.ts';
import styles from './watch.module.css';

export type LiveReceipt = Data<'GET /lives/receipts'>[number];

/** What a watcher did not decide is explained. */
const EXITS: Partial<Record<NonNullable<LiveReceipt['exit']>, () => string>> = {
  money: m.receipt_exit_money,
  limit: m.receipt_exit_limit,
  removed: m.receipt_exit_removed,
};

export const Receipt = ({
  receipt,
  titled = false,
  explained = true,
}: {
  receipt: LiveReceipt;
  titled?: boolean;
  /** Why it ended, for the person whom it ended for. */
  explained?: boolean;
}) => {
  const { startedAt, enteredAt, endedAt, secondsDelivered, minutes, price, charge, total } =
    receipt;
  const exit = explained && receipt.exit && EXITS[receipt.exit];
  return (
    <section className={styles.receipt}>
      {exit && <p>{exit()}</p>}
      <dl className={styles.terms} aria-label={titled ? m.live_receipt_title() : undefined}>
        <dt>{m.receipt_start()}</dt>
        <dd>{formatMoment(startedAt ?? enteredAt)}</dd>
        {endedAt && (
          <>
            <dt>{m.receipt_end()}</dt>
            <dd>{formatMoment(endedAt)}</dd>
          </>
        )}
        <dt>{m.receipt_delivered()}</dt>
        <dd>{formatPosition(secondsDelivered)}</dd>
        <dt>{charge === 'minute' ? m.receipt_rate({ count: minutes }) : m.receipt_ticket()}</dt>
        <dd>{formatMoney(price)}</dd>
        <dt>{m.receipt_total()}</dt>
        <dd>
          <b>{formatMoney(total)}</b>
        </dd>
        {receipt.fee !== null && (
          <>
            <dt>{m.live_receipt_fee()}</dt>
            <dd>{formatMoney(receipt.fee)}</dd>
            <dt>{m.live_receipt_net()}</dt>
            <dd>{formatMoney(total - receipt.fee)}</dd>
          </>
        )}
        {receipt.refunded > 0 && (
          <>
            <dt>{m.receipt_refunded()}</dt>
            <dd>{formatMoney(receipt.refunded)}</dd>
          </>
        )}
      </dl>
    </section>
  );
};
