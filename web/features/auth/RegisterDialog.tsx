// The registration dialog. Rules: specification section 5; the server validates again.
import { Link } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { ApiError } from '../../client/api/errors.ts';
import { useDialogAddress } from '../../client/navigation.ts';
import { EmailField } from '../../ui/fields/person-fields.tsx';
import type { FieldErrors } from '../../ui/fields/use-form.ts';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import styles from '../../ui/layout/account.module.css';
import { useCaptchaForm } from './captcha-form.ts';
import { JoinReason } from './JoinReason.tsx';
import { Agreement, checkUsername, UsernameField } from './NewAccountFields.tsx';
import { checkPasswordOnce, NewPasswordField } from './NewPassword.tsx';
import { enterSession, register } from './queries.ts';
import { SocialButtons } from './social/SocialButtons.tsx';
import { SubmitWithCaptcha } from './SubmitWithCaptcha.tsx';
import { email, required } from '../../ui/fields/rules.ts';

const NAMES = ['username', 'email', 'password'] as const;
type Values = Record<(typeof NAMES)[number], string>;

type Errors = FieldErrors<keyof Values>;

const checkShape = (values: Values): Errors => ({
  ...email('email', values.email),
  ...required('email', values.email),
  ...checkPasswordOnce(values.password),
  ...checkUsername(values.username),
});

/** The name that is shown is the user name until the profile is edited. */
const accountOf = (values: Values) => ({ ...values, name: values.username.trim() });

/**
 * Where a field is wrong already, the server says what else is: a name may be taken. Without a
 * solved captcha nothing is created.
 */
const check = async (values: Values): Promise<Errors> => {
  const wrong = checkShape(values);
  if (Object.keys(wrong).length === 0) return wrong;
  const fields = await register({ ...accountOf(values), recapcha: '' }).then(
    () => ({}),
    (error: unknown) => (error instanceof ApiError ? error.fields : {}),
  );
  return {
    ...Object.fromEntries(Object.entries(fields).map(([name, { message }]) => [name, message])),
    ...wrong,
  };
};

export default function RegisterDialog({ onClose }: { onClose: () => void }) {
  const login = useDialogAddress('login');
  const { form, errors, button } = useCaptchaForm({
    action: 'register',
    names: NAMES,
    check,
    submit: async (account, recapcha) =>
      enterSession((await register({ ...accountOf(account), recapcha })).data),
  });

  return (
    <Dialog title={m.register_title()} onClose={onClose}>
      <JoinReason otherwise={m.register_text()} />
      <form {...form} className={styles.form}>
        <UsernameField autoFocus error={errors.username} />
        <EmailField name="email" label={m.register_email()} required error={errors.email} />
        <NewPasswordField name="password" label={m.register_password()} error={errors.password} />
        <Agreement />
        <SubmitWithCaptcha {...button} label={m.register_submit()} />
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
