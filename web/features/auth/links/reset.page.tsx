// /account/reset#token: chooses a new password with the link of the email.
import { useState } from 'react';
import { PASSWORD_MAX, PASSWORD_MIN } from '@camarim/contract/limits';
import { ShieldCheck } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { explainRefusal } from '../../../client/api/errors.ts';
import { Button, ButtonLink } from '../../../ui/actions/Button.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { PasswordField } from '../../../ui/fields/PasswordField.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { AccountCard } from '../AccountCard.tsx';
import styles from '../../../ui/layout/account.module.css';
import { linkToken, resetPassword } from '../queries.ts';
import { equal, length, required } from '../../../ui/fields/rules.ts';

export const meta = () => [
  { title: `${m.reset_title()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

export default function ResetPage() {
  const [done, setDone] = useState(false);
  const { form, errors, problem, submitting } = useForm({
    names: ['password', 'passwordConfirm'] as const,
    check: ({ password, passwordConfirm }) => ({
      ...equal('passwordConfirm', passwordConfirm, password, m.validate_password_mismatch()),
      ...length('password', password, PASSWORD_MIN, PASSWORD_MAX),
      ...required('passwordConfirm', passwordConfirm),
      ...required('password', password),
    }),
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
  return (
    <AccountCard title={m.reset_title()} intro={m.reset_text()}>
      <form {...form} className={styles.form}>
        <PasswordField
          name="password"
          label={m.password_new()}
          hint={m.register_password_hint({ min: PASSWORD_MIN })}
          autoComplete="new-password"
          maxLength={PASSWORD_MAX}
          required
          error={errors.password}
        />
        <PasswordField
          name="passwordConfirm"
          label={m.register_password_confirm()}
          autoComplete="new-password"
          maxLength={PASSWORD_MAX}
          required
          error={errors.passwordConfirm}
        />
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
