// Over every page until the account's address is confirmed.
import { useState } from 'react';
import { MailWarning } from 'lucide-react';
import { m } from '../../paraglide/messages.js';
import { Button, ButtonLink } from '../../ui/actions/Button.tsx';
import { NoticeStrip } from '../../ui/display/Notice.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';
import { sendConfirmation } from './queries.ts';

export default function ConfirmBanner({ email }: { email: string }) {
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
  return (
    <NoticeStrip label={m.confirm_title()}>
      <MailWarning aria-hidden />
      {email === '' ? (
        <>
          <p>{m.confirm_banner_none()}</p>
          <ButtonLink small look="line" to="/settings/security">
            {m.confirm_banner_choose()}
          </ButtonLink>
        </>
      ) : (
        <>
          <p>{m.confirm_banner_text({ email })}</p>
          <Button small look="line" busy={busy} onClick={() => void send()}>
            {m.confirm_banner_again()}
          </Button>
        </>
      )}
    </NoticeStrip>
  );
}
