// The registration dialog. Rules: specification section 5; the server validates again.
import { EMAIL_MAX } from '@camarim/contract/limits';
import { Link } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { explainRefusal } from '../../client/api/errors.ts';
import { useDialogAddress } from '../../client/navigation.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { type FieldErrors, useForm } from '../../ui/fields/use-form.ts';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import styles from '../../ui/layout/account.module.css';
import { useCaptcha } from './captcha.ts';
import { JoinReason } from './JoinReason.tsx';
import { Agreement, checkUsername, UsernameField } from './NewAccountFields.tsx';
import { checkPasswordOnce, NewPasswordField } from './NewPassword.tsx';
import { enterSession, register } from './queries.ts';
import { SocialButtons } from './social/SocialButtons.tsx';
import { SubmitWithCaptcha } from './SubmitWithCaptcha.tsx';
import { email, required } from '../../ui/fields/rules.ts';

const NAMES = ['username', 'email', 'password'] as const;
type Values = Record<(typeof NAMES)[number], string>;

const check = (values: Values): FieldErrors<(typeof NAMES)[number]> => ({
  ...email('email', values.email),
  ...required('email', values.email),
  ...checkPasswordOnce(values.password),
  ...checkUsername(values.username),
});

export default function RegisterDialog({ onClose }: { onClose: () => void }) {
  const captcha = useCaptcha('register');
  const login = useDialogAddress('login');
  const { form, errors, problem, submitting } = useForm({
    names: NAMES,
    check,
    submit: (account) =>
      captcha.sendSolved(async (recapcha) => {
        // The name that is shown is the user name until the profile is edited.
        const name = account.username.trim();
        enterSession((await register({ ...account, name, recapcha })).data);
      }),
    explain: explainRefusal,
  });

  return (
    <Dialog title={m.register_title()} onClose={onClose}>
      <JoinReason otherwise={m.register_text()} />
      <form {...form} className={styles.form}>
        <UsernameField autoFocus error={errors.username} />
        <TextField
          name="email"
          type="email"
          label={m.register_email()}
          autoComplete="email"
          maxLength={EMAIL_MAX}
          required
          error={errors.email}
        />
        <NewPasswordField name="password" label={m.register_password()} error={errors.password} />
        <Agreement />
        <SubmitWithCaptcha
          captcha={captcha}
          loading={submitting}
          problem={problem}
          label={m.register_submit()}
        />
      </form>
      <SocialButtons />
      <p className={styles.other}>
        {m.register_have_account()}{' '}
        <Link to={login} replace preventScrollReset className={styles.strong}>
          {m.login()}
        </Link>
      </p>
    </Dialog>
  );
}
