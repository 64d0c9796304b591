// /account/reset#token: chooses a new password with the link of the email.
import { useState } from 'react';
import { ShieldCheck } from 'lucide-react';
import { useHashToken } from '../../../client/hash-token.ts';
import { m } from '../../../paraglide/messages.js';
import { explainRefusal } from '../../../client/api/errors.ts';
import { Button, ButtonLink } from '../../../ui/actions/Button.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { AccountCard } from '../AccountCard.tsx';
import { IncompleteLink } from './IncompleteLink.tsx';
import { checkNewPassword, NewPasswordFields } from '../NewPassword.tsx';
import styles from '../../../ui/layout/account.module.css';
import { linkToken, resetPassword } from '../queries.ts';

export const meta = () => [
  { title: `${m.reset_title()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

export default function ResetPage() {
  const [done, setDone] = useState(false);
  const token = useHashToken();
  const { form, errors, problem, submitting } = useForm({
    names: ['password', 'passwordConfirm'] as const,
    check: (values) => checkNewPassword('password', values),
    submit: async ({ password }) => {
      await resetPassword({ token: linkToken(), password });
      setDone(true);
    },
    explain: explainRefusal,
  });

  if (done) {
    return (
      <AccountCard title={m.reset_title()}>
        <EmptyState
          icon={<ShieldCheck aria-hidden />}
          title={m.reset_done_title()}
          action={
            <ButtonLink variant="main" to="/?dialog=login" reloadDocument>
              {m.login()}
            </ButtonLink>
          }
        >
          {m.reset_done_text()}
        </EmptyState>
      </AccountCard>
    );
  }
  if (token === '') {
    return (
      <AccountCard title={m.reset_title()}>
        <IncompleteLink askAt="/account/forgot" />
      </AccountCard>
    );
  }
  return (
    <AccountCard title={m.reset_title()} intro={m.reset_text()}>
      <form {...form} className={styles.form}>
        <NewPasswordFields name="password" errors={errors} />
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
        <Button type="submit" variant="main" fullWidth loading={submitting}>
          {m.reset_submit()}
        </Button>
      </form>
    </AccountCard>
  );
}
