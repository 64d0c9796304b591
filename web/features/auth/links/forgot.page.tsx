// /account/forgot: requests the email with the password reset link.
import { Link } from 'react-router';
import { useDialogAddress } from '../../../client/navigation.ts';
import { m } from '../../../paraglide/messages.js';
import { AccountCard } from '../AccountCard.tsx';
import { requestPasswordReset } from '../queries.ts';
import { RequestLink } from '../RequestLink.tsx';

export const meta = () => [
  { title: `${m.forgot_title()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

export default function ForgotPage() {
  return (
    <AccountCard title={m.forgot_title()}>
      <RequestLink
        action="forgot-password"
        request={requestPasswordReset}
        texts={{
          intro: m.forgot_text(),
          email: m.register_email(),
          submit: m.forgot_submit(),
          sent: m.forgot_sent_text,
        }}
      />
      <p>
        <Link to={useDialogAddress('login')}>{m.login()}</Link>
      </p>
    </AccountCard>
  );
}
