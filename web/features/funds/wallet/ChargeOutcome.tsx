// The result of a charge, and the button that finishes the purchase behind it.
import { CircleCheck, CircleAlert, Hourglass } from 'lucide-react';
import { useEffect } from 'react';
import { m } from '../../../paraglide/messages.js';
import type { Intent } from '../../../client/sales.ts';
import { playSound } from '../../../client/sounds/audible.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { formatMoment, formatMoney } from '../../../ui/display/formats.ts';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { type Charge, usePay } from '../queries.ts';
import { SALE_TEXTS } from '../sale-texts.ts';
import { finishKey } from './finish-key.ts';
import { PaymentProblem } from './PaymentProblem.tsx';
import styles from './ChargeOutcome.module.css';

type Props = {
  charge: Charge;
  intent: Intent | undefined;
  onAgain: () => void;
  renewing: boolean;
  onClose: () => void;
};

export const ChargeOutcome = ({ charge, intent, onAgain, renewing, onClose }: Props) => {
  const paid = charge.status === 'paid' && charge.heldUntil === null;
  useEffect(() => {
    if (!paid) return;
    playSound('cashier');
    if (intent) return;
    showToast(m.wallet_paid_text({ value: formatMoney(charge.value) }), 'success');
    onClose();
  }, [paid, intent, charge.value, onClose]);

  if (charge.heldUntil !== null)
    return <HeldForReview charge={charge} until={charge.heldUntil} onClose={onClose} />;
  if (!paid) {
    return (
      <div className={styles.outcome} role="status">
        <CircleAlert aria-hidden className={styles.bad} />
        <h3>{titleOf(charge)}</h3>
        <p>{failureText(charge)}</p>
        <Button variant="main" loading={renewing} onClick={onAgain}>
          {againText(charge)}
        </Button>
      </div>
    );
  }
  return intent ? <Finish charge={charge} intent={intent} onClose={onClose} /> : null;
};

/** A paid charge held for fraud review: the purchase can't be finished yet. */
const HeldForReview = ({
  charge,
  until,
  onClose,
}: {
  charge: Charge;
  until: string;
  onClose: () => void;
}) => (
  <div className={styles.outcome} role="status">
    <Hourglass aria-hidden />
    <h3>{m.wallet_held_title()}</h3>
    <p>{m.wallet_held_text({ value: formatMoney(charge.value), when: formatMoment(until) })}</p>
    <Button variant="main" onClick={onClose}>
      {m.wallet_held_ok()}
    </Button>
  </div>
);

const titleOf = ({ status, method }: Charge): string => {
  if (status !== 'expired') return m.wallet_failed_title();
  return method === 'card' ? m.card_challenge_expired_title() : m.wallet_expired_title();
};

const againText = ({ status, method, decline }: Charge): string => {
  if (method === 'pix') return m.wallet_new_code();
  if (decline === 'irreversible') return m.card_use_another();
  return method === 'card' && (status === 'expired' || decline === 'unauthenticated')
    ? m.card_try_again()
    : m.wallet_choose_again();
};

/** Texts by class of decline, never the bank's own words. */
const DECLINES = {
  irreversible: m.card_declined_for_good,
  reversible: m.card_declined_now,
  unknown: m.card_declined_unknown,
  unauthenticated: m.card_declined_unauthenticated,
};

const failureText = ({ status, method, decline }: Charge): string => {
  if (status === 'review') return m.wallet_review_text();
  if (decline) return DECLINES[decline]();
  if (status === 'refunded' || status === 'charged_back') return m.wallet_returned_text();
  if (method === 'card' && status === 'expired') return m.card_challenge_expired_text();
  return method === 'pix' ? m.wallet_expired_text() : m.wallet_failed_text();
};

const Finish = ({
  charge,
  intent,
  onClose,
}: {
  charge: Charge;
  intent: Intent;
  onClose: () => void;
}) => {
  const pay = usePay();
  const value = formatMoney(intent.value);
  const texts = SALE_TEXTS[intent.kind];

  const finish = () =>
    pay.mutate(
      { intent, idempotencyKey: finishKey(charge) },
      {
        onSuccess: () => {
          showToast(texts.done({ name: intent.label, value }), 'success');
          onClose();
        },
      },
    );

  return (
    <div className={styles.outcome} role="status">
      <CircleCheck aria-hidden className={styles.good} />
      <h3>{m.wallet_paid_title()}</h3>
      <p>{m.wallet_paid_text({ value: formatMoney(charge.value) })}</p>
      <PaymentProblem error={pay.error} />
      <div className={styles.actions}>
        <Button onClick={onClose}>{m.wallet_later()}</Button>
        <Button variant="main" loading={pay.isPending} onClick={finish}>
          {texts.finishLabel({ value })}
        </Button>
      </div>
    </div>
  );
};
