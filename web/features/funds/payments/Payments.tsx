// The payment history: results, pending payments, and a retry for failed ones.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { openDialog } from '../../../client/dialogs.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { LoadMore } from '../../../ui/actions/LoadMore.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import {
  formatDay,
  formatMoment,
  formatMomentAfter,
  formatMoney,
} from '../../../ui/display/formats.ts';
import { Badge } from '../../../ui/display/Badge.tsx';
import { useNow } from '../../../ui/display/use-now.ts';
import { type Charge, chargesQuery } from '../queries.ts';
import { MethodMark } from '../payment-methods/MethodMark.tsx';
import { METHOD_TEXTS } from './method-texts.ts';
import styles from './Payments.module.css';

/**
 * Renders nothing for an account without payments, because the statement below invites to the first
 * one. `heading`: CSS class of headings.
 */
export const Payments = ({ heading }: { heading: string | undefined }) => {
  const titleId = useId();
  const payments = useInfiniteQuery(chargesQuery());
  if (payments.isError)
    return <ErrorState onRetry={() => void payments.refetch()} loading={payments.isFetching} />;
  const charges = payments.data?.pages.flatMap((page) => page.data) ?? [];
  if (charges.length === 0) return null;
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className={heading}>
        {m.payments_title()}
      </h2>
      <ul className={styles.list}>
        {charges.map((charge) => (
          <Payment key={charge.id} charge={charge} />
        ))}
      </ul>
      <LoadMore query={payments} text={m.payments_more()} small className={styles.more} />
    </section>
  );
};

const Payment = ({ charge }: { charge: Charge }) => {
  const lapsed = hasLapsed(charge, useNow(5_000));
  const payable = canBePaid(charge) && !lapsed;
  const what = { method: METHOD_TEXTS[charge.method](), value: formatMoney(charge.value) };
  // The charge carries its intent, so that the purchase can be finished once it is paid.
  const open = () =>
    openDialog('wallet', {
      chargeId: charge.id,
      suggested: charge.value,
      ...(charge.intent && { intent: charge.intent }),
    });
  return (
    <li className={styles.payment}>
      <span className={styles.mark}>
        <MethodMark method={charge.method === 'pixAutomatico' ? 'pix' : charge.method} />
      </span>
      <div className={styles.what}>
        <p className={styles.method}>
          {what.method}{' '}
          <Badge variant={charge.status === 'paid' && charge.heldUntil === null ? 'leaf' : 'plain'}>
            {lapsed ? m.payments_state_expired() : stateText(charge)}
          </Badge>
        </p>
        <p className={styles.soft}>
          <time dateTime={charge.createdAt}>{formatMoment(charge.createdAt)}</time>
          {charge.forSubscription && ` · ${m.payments_for_subscription()}`}
          {payable &&
            deadlineOf(charge) !== null &&
            ` · ${m.payments_state_until({ when: deadlineOf(charge) ?? '' })}`}
          {charge.receiptId !== null && (
            <>
              {' · '}
              <Link
                to={`/funds/receipts/${charge.receiptId}`}
                className={styles.receipt}
                aria-label={m.payments_receipt_label(what)}
              >
                {m.receipt_open()}
              </Link>
            </>
          )}
        </p>
      </div>
      <p className={styles.value}>{what.value}</p>
      {payable && (
        <Button small variant="main" aria-label={m.payments_pay_label(what)} onClick={open}>
          {m.payments_pay()}
        </Button>
      )}
      {(lapsed || canBeTriedAgain(charge)) && (
        <Button small variant="line" aria-label={m.payments_again_label(what)} onClick={open}>
          {m.payments_again()}
        </Button>
      )}
    </li>
  );
};

const STATES: Record<Charge['status'], () => string> = {
  created: m.payments_state_waiting,
  pending: m.payments_state_waiting,
  paid: m.payments_state_paid,
  expired: m.payments_state_expired,
  failed: m.payments_state_failed,
  refunded: m.payments_state_refunded,
  charged_back: m.payments_state_charged_back,
  review: m.payments_state_review,
};

const stateText = ({ status, heldUntil }: Charge): string =>
  status === 'paid' && heldUntil !== null ? m.payments_state_held() : STATES[status]();

/** Mandate charges of a subscription are paid and retried on the page of the subscription. */
const canBePaid = ({
  forSubscription,
  pixPayment,
  billPayment,
  picpayPayment,
  paypalPayment,
  challenge,
}: Charge): boolean =>
  !forSubscription &&
  [pixPayment, billPayment, picpayPayment, paypalPayment, challenge].some(
    (shown) => shown !== null,
  );

const canBeTriedAgain = ({ forSubscription, status }: Charge): boolean =>
  !forSubscription && (status === 'failed' || status === 'expired');

/** The server still asks the gateway whether it was paid in time; it can't be paid any more. */
const hasLapsed = (charge: Charge, now: number): boolean =>
  canBePaid(charge) && Date.parse(timedOf(charge)?.expiresWhen ?? '') <= now;

/** What expires at a minute; a boleto does at the end of a day. */
const timedOf = ({ pixPayment, picpayPayment, paypalPayment, challenge }: Charge) =>
  pixPayment ?? picpayPayment ?? paypalPayment ?? challenge;

const deadlineOf = (charge: Charge): string | null => {
  const { billPayment, createdAt } = charge;
  if (billPayment) return formatDay(`${billPayment.dueDate}T12:00:00Z`);
  const timed = timedOf(charge);
  return timed && formatMomentAfter(timed.expiresWhen, createdAt);
};
