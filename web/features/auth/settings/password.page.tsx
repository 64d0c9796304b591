// /settings/change-password.
import { useState } from 'react';
import { PASSWORD_MAX } from '@camarim/contract/limits';
import { m } from '../../../paraglide/messages.js';
import { explainRefusal } from '../../../client/api/errors.ts';
import { Button, ButtonLink } from '../../../ui/actions/Button.tsx';
import { PasswordField } from '../../../ui/fields/PasswordField.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { AccountCard } from '../AccountCard.tsx';
import { checkNewPassword, NewPasswordFields } from '../NewPassword.tsx';
import styles from '../../../ui/layout/account.module.css';
import { changePassword } from '../queries.ts';
import { required } from '../../../ui/fields/rules.ts';

export const meta = () => [
  { title: `${m.menu_change_password()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

const NAMES = ['password', 'newPassword', 'passwordConfirm'] as const;

export default function PasswordPage() {
  const [times, setTimes] = useState(0);
  const { form, errors, problem, submitting } = useForm({
    names: NAMES,
    check: (values) => ({
      ...checkNewPassword('newPassword', values),
      ...required('password', values.password),
    }),
    submit: async ({ password, newPassword }) => {
      await changePassword({ password, newPassword });
      setTimes(times + 1);
      showToast(m.password_changed(), 'success');
    },
    explain: explainRefusal,
  });
  return (
    <AccountCard title={m.menu_change_password()} intro={m.password_change_text()}>
      <form key={times} {...form} className={styles.form}>
        <PasswordField
          name="password"
          label={m.password_current()}
          autoComplete="current-password"
          maxLength={PASSWORD_MAX}
          required
          error={errors.password}
        />
        <NewPasswordFields name="newPassword" errors={errors} />
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
        <Button type="submit" variant="main" fullWidth loading={submitting}>
          {m.password_change_submit()}
        </Button>
      </form>
      <p className={styles.other}>
        <ButtonLink variant="text" to="/account/forgot">
          {m.password_unknown()}
        </ButtonLink>
      </p>
    </AccountCard>
  );
}
