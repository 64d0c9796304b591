// Notice for an account with an unconfirmed email address: send another link, or add an address.
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Button, ButtonLink } from '../../ui/actions/Button.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';
import { sendConfirmation } from './queries.ts';

/** `label`: text of the button that sends the link. */
export const SendConfirmation = ({ email, label }: { email: string; label: string }) => {
  const [loading, setLoading] = useState(false);
  const send = async () => {
    setLoading(true);
    try {
      await sendConfirmation();
      showToast(m.confirm_banner_sent(), 'success');
    } finally {
      setLoading(false);
    }
  };
  if (email === '') {
    return (
      <ButtonLink small variant="line" to="/settings/security">
        {m.confirm_banner_choose()}
      </ButtonLink>
    );
  }
  return (
    <Button small variant="line" loading={loading} onClick={() => void send()}>
      {label}
    </Button>
  );
};
