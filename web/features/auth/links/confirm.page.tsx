// /account/confirm#token: confirms an email address. Needs a click, because mail filters open
// links.
import { useState } from 'react';
import { MailCheck } from 'lucide-react';
import { useHashToken } from '../../../client/hash-token.ts';
import { m } from '../../../paraglide/messages.js';
import { explainRefusal } from '../../../client/api/errors.ts';
import { Button, ButtonLink } from '../../../ui/actions/Button.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { AccountCard } from '../AccountCard.tsx';
import { IncompleteLink } from './IncompleteLink.tsx';
import styles from '../../../ui/layout/account.module.css';
import { confirmEmail, linkToken } from '../queries.ts';

export const meta = () => [
  { title: `${m.confirm_title()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

export default function ConfirmPage() {
  const [confirmed, setConfirmed] = useState<string>();
  const token = useHashToken();
  const { form, problem, submitting } = useForm({
    names: [],
    submit: async () => setConfirmed((await confirmEmail(linkToken())).data.email),
    explain: explainRefusal,
  });

  if (confirmed !== undefined) {
    return (
      <AccountCard title={m.confirm_title()}>
        <EmptyState
          icon={<MailCheck aria-hidden />}
          title={m.confirm_done_title()}
          action={
            <ButtonLink variant="main" to="/" reloadDocument>
              {m.confirm_done_go()}
            </ButtonLink>
          }
        >
          {m.confirm_done_text({ email: confirmed })}
        </EmptyState>
      </AccountCard>
    );
  }
  if (token === '') {
    return (
      <AccountCard title={m.confirm_title()}>
        <IncompleteLink askAt="/settings/security" />
      </AccountCard>
    );
  }
  return (
    <AccountCard title={m.confirm_title()} intro={m.confirm_text()}>
      <form {...form} className={styles.form}>
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
        <Button type="submit" variant="main" fullWidth loading={submitting}>
          {m.confirm_submit()}
        </Button>
      </form>
    </AccountCard>
  );
}
