// Stops the renewal with one press, where one press turns it on again; else after a dialog that
// says what can't be undone. The reason is asked afterwards, and need not be given.
import { LEAVE_REASONS, type LeaveReason } from '@camarim/contract/limits';
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/actions/Button.tsx';
import { formatDay } from '../../ui/display/formats.ts';
import { Select } from '../../ui/fields/Select.tsx';
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';
import { type Subscription, useRenewal } from './queries.ts';
import styles from './subscriptions.module.css';

const REASON_TEXTS: Record<LeaveReason, () => string> = {
  price: () => m.subscriptions_leave_price(),
  content: () => m.subscriptions_leave_content(),
  frequency: () => m.subscriptions_leave_frequency(),
  pause: () => m.subscriptions_leave_pause(),
  other: () => m.subscriptions_leave_other(),
};

/** Without a mandate to end at a bank, without time to lose, and at the same price. */
const canBeUndone = ({ status, paidBy, price, currentPrice }: Subscription): boolean =>
  status === 'active' &&
  paidBy !== 'pixAutomatico' &&
  currentPrice !== null &&
  currentPrice <= price;

export const StopRenewal = ({
  subscription,
  onStopped,
}: {
  subscription: Subscription;
  onStopped: () => void;
}) => {
  const [asking, setAsking] = useState(false);
  const { stop } = useRenewal(subscription);
  const { profile, subscribedUntil, status, paidBy, trial } = subscription;
  const stopNow = async (): Promise<void> => {
    await stop.mutateAsync(undefined);
    onStopped();
    showToast(m.subscriptions_stopped(), 'success');
  };
  return (
    <>
      <Button
        variant="text"
        small
        loading={stop.isPending && !asking}
        // A refusal of the server is shown by the API client.
        onClick={() =>
          canBeUndone(subscription) ? void stopNow().catch(() => {}) : setAsking(true)
        }
        aria-label={m.subscriptions_stop_label({ name: profile.exibitionName })}
      >
        {m.subscriptions_stop()}
      </Button>
      {asking && (
        <ConfirmDialog
          title={m.subscriptions_stop_title({ name: profile.exibitionName })}
          confirmLabel={m.subscriptions_stop()}
          onClose={() => setAsking(false)}
          onConfirm={stopNow}
        >
          {status === 'active'
            ? (trial ? m.subscriptions_stop_trial : m.subscriptions_stop_text)({
                date: formatDay(subscribedUntil),
              })
            : m.subscriptions_stop_late()}
          {paidBy === 'pixAutomatico' && ` ${m.subscriptions_stop_pix()}`}
        </ConfirmDialog>
      )}
    </>
  );
};

/** Why the person stopped, for the creator's figures. */
export const LeaveReasonField = ({ subscription }: { subscription: Subscription }) => {
  const [reason, setReason] = useState<LeaveReason>();
  const { stop } = useRenewal(subscription);
  const choose = async (value: string): Promise<void> => {
    const chosen = LEAVE_REASONS.find((one) => one === value);
    if (!chosen) return;
    setReason(chosen);
    await stop.mutateAsync(chosen);
    showToast(m.subscriptions_leave_thanks(), 'success');
  };
  return (
    <div className={styles.reason}>
      <Select
        label={m.subscriptions_leave_reason()}
        hint={m.subscriptions_leave_hint({ name: subscription.profile.exibitionName })}
        value={reason ?? ''}
        onChange={({ currentTarget: { value } }) => void choose(value).catch(() => {})}
        options={[
          { value: '', text: m.subscriptions_leave_none() },
          ...LEAVE_REASONS.map((value) => ({ value, text: REASON_TEXTS[value]() })),
        ]}
      />
    </div>
  );
};
