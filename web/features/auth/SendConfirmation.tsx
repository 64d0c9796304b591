// Notice for an account with an unconfirmed email address: send another link, or add an address.
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Button, ButtonLink } from '../../ui/actions/Button.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';
import { sendConfirmation } from './queries.ts';

/** `label`: text of the button that sends the link. */
export const SendConfirmation = ({ email, label }: { email: string; label: string }) => {
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      await sendConfirmation();
      showToast(m.confirm_banner_sent(), 'success');
    } finally {
      setBusy(false);
    }
  };
  if (email === '') {
    return (
      <ButtonLink small look="line" to="/settings/security">
        {m.confirm_banner_choose()}
      </ButtonLink>
    );
  }
  return (
    <Button small look="line" busy={busy} onClick={() => void send()}>
      {label}
    </Button>
  );
};
