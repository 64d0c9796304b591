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
import { Agreement, checkNames, NameFields } from './NewAccountFields.tsx';
import { checkNewPassword, NewPasswordFields } from './NewPassword.tsx';
import { enterSession, register } from './queries.ts';
import { SocialButtons } from './social/SocialButtons.tsx';
import { SubmitWithCaptcha } from './SubmitWithCaptcha.tsx';
import { email, equal, required } from '../../ui/fields/rules.ts';

const NAMES = ['name', 'username', 'email', 'emailConfirm', 'password', 'passwordConfirm'] as const;
type Values = Record<(typeof NAMES)[number], string>;

const check = (values: Values): FieldErrors<(typeof NAMES)[number]> => ({
  ...equal(
    'emailConfirm',
    values.emailConfirm.toLowerCase(),
    values.email.toLowerCase(),
    m.validate_email_mismatch(),
  ),
  ...email('email', values.email),
  ...NAMES.map((name) => required(name, values[name])).reduce(
    (all, one) => ({ ...all, ...one }),
    {},
  ),
  ...checkNewPassword('password', values),
  ...checkNames(values),
});

export default function RegisterDialog({ onClose }: { onClose: () => void }) {
  const { captcha, reset, box } = useCaptcha('register');
  const login = useDialogAddress('login');
  const { form, errors, problem, submitting } = useForm({
    names: NAMES,
    check,
    submit: async ({ name, username: chosen, email: address, password }) => {
      if (captcha.state !== 'solved') return;
      const { data } = await register({
        name,
        username: chosen,
        email: address,
        password,
        recapcha: captcha.token,
      }).catch((error: unknown) => {
        reset();
        throw error;
      });
      enterSession(data);
    },
    explain: explainRefusal,
  });

  return (
    <Dialog title={m.register_title()} onClose={onClose}>
      <JoinReason otherwise={m.register_text()} />
      <form {...form} className={styles.form}>
        <NameFields errors={errors} />
        <TextField
          name="email"
          type="email"
          label={m.register_email()}
          autoComplete="email"
          maxLength={EMAIL_MAX}
          required
          error={errors.email}
        />
        <TextField
          name="emailConfirm"
          type="email"
          label={m.register_email_confirm()}
          autoComplete="off"
          maxLength={EMAIL_MAX}
          required
          error={errors.emailConfirm}
        />
        <NewPasswordFields name="password" label={m.register_password()} errors={errors} />
        <Agreement />
        <SubmitWithCaptcha
          captcha={captcha}
          box={box}
          onRetry={reset}
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
