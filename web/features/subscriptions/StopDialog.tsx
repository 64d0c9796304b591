// Stops the renewal, after a dialog with the consequences.
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/actions/Button.tsx';
import { formatDay } from '../../ui/display/formats.ts';
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';
import { type Subscription, useRenewal } from './queries.ts';

export const StopDialog = ({ subscription }: { subscription: Subscription }) => {
  const [asking, setAsking] = useState(false);
  const { stop } = useRenewal(subscription);
  const { profile, subscribedUntil, status, paidBy } = subscription;
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
            await stop.mutateAsync();
            showToast(m.subscriptions_stopped(), 'success');
          }}
        >
          {status === 'active'
            ? m.subscriptions_stop_text({ date: formatDay(subscribedUntil) })
            : m.subscriptions_stop_late()}
          {paidBy === 'pixAutomatico' && ` ${m.subscriptions_stop_pix()}`}
        </ConfirmDialog>
      )}
    </>
  );
};
