// Stops the renewal, after a dialog with the consequences.
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

export const StopDialog = ({ subscription }: { subscription: Subscription }) => {
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState<LeaveReason>();
  const { stop } = useRenewal(subscription);
  const { profile, subscribedUntil, status, paidBy, trial } = subscription;
  return (
    <>
      <Button
        variant="text"
        small
        onClick={() => setAsking(true)}
        aria-label={m.subscriptions_stop_label({ name: profile.exibitionName })}
      >
        {m.subscriptions_stop()}
      </Button>
      {asking && (
        <ConfirmDialog
          title={m.subscriptions_stop_title({ name: profile.exibitionName })}
          confirmLabel={m.subscriptions_stop()}
          consequences={m.subscriptions_stop_consequences()}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await stop.mutateAsync(reason);
            showToast(m.subscriptions_stopped(), 'success');
          }}
        >
          {status === 'active'
            ? (trial ? m.subscriptions_stop_trial : m.subscriptions_stop_text)({
                date: formatDay(subscribedUntil),
              })
            : m.subscriptions_stop_late()}
          {paidBy === 'pixAutomatico' && ` ${m.subscriptions_stop_pix()}`}
          <div className={styles.reason}>
            <Select
              label={m.subscriptions_leave_reason()}
              hint={m.subscriptions_leave_hint({ name: profile.exibitionName })}
              value={reason ?? ''}
              onChange={({ currentTarget: { value } }) =>
                setReason(LEAVE_REASONS.find((one) => one === value))
              }
              options={[
                { value: '', text: m.subscriptions_leave_none() },
                ...LEAVE_REASONS.map((value) => ({ value, text: REASON_TEXTS[value]() })),
              ]}
            />
          </div>
        </ConfirmDialog>
      )}
    </>
  );
};
