// The log-in dialog: user name or email address, password, and captcha.
import { useState } from 'react';
import { Link } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { ApiError, explainRefusal } from '../../client/api/errors.ts';
import { useDialogAddress } from '../../client/navigation.ts';
import { PasswordField } from '../../ui/fields/PasswordField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { useForm } from '../../ui/fields/use-form.ts';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import styles from '../../ui/layout/account.module.css';
import { useCaptcha } from './captcha.ts';
import { JoinReason } from './JoinReason.tsx';
import { enterSession, logIn } from './queries.ts';
import { ProofForm } from './second-factor/ProofForm.tsx';
import { finishLogIn, type SecondStepOffer } from './second-factor/queries.ts';
import { SocialButtons } from './social/SocialButtons.tsx';
import { SubmitWithCaptcha } from './SubmitWithCaptcha.tsx';
import { required } from '../../ui/fields/rules.ts';

export default function LoginDialog({ onClose }: { onClose: () => void }) {
  const captcha = useCaptcha('log-in');
  const register = useDialogAddress('register');
  const [offer, setOffer] = useState<SecondStepOffer>();
  const { form, errors, problem, submitting } = useForm({
    names: ['username', 'password'] as const,
    check: ({ username, password }) => ({
      ...required('username', username),
      ...required('password', password),
    }),
    submit: ({ username, password }) =>
      captcha
        .sendSolved(async (recapcha) =>
          enterSession((await logIn({ username, password, recapcha })).data),
        )
        .catch((error: unknown) => {
          if (!(error instanceof ApiError && error.code === 'auth.secondFactorRequired'))
            throw error;
          setOffer(error.data as SecondStepOffer);
        }),
    explain: explainRefusal,
  });

  if (offer) {
    return (
      <Dialog title={m.second_step_title()} onClose={onClose}>
        <p className={styles.intro}>{m.second_step_text()}</p>
        <ProofForm
          offer={offer}
          // A passkey challenge is valid once: the password step is shown again and its reply
          // brings a new one.
          onSpent={() => setOffer(undefined)}
          onProof={async (proof) =>
            enterSession((await finishLogIn({ ticket: offer.ticket, ...proof })).data)
          }
        />
      </Dialog>
    );
  }
  return (
    <Dialog title={m.login_title()} onClose={onClose}>
      <JoinReason />
      <form {...form} className={styles.form}>
        <TextField
          name="username"
          label={m.login_username()}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          autoFocus
          error={errors.username}
        />
        <PasswordField
          name="password"
          label={m.login_password()}
          autoComplete="current-password"
          required
          error={errors.password}
        />
        <Link to="/account/forgot" className={styles.link}>
          {m.login_forgot()}
        </Link>
        <SubmitWithCaptcha
          captcha={captcha}
          loading={submitting}
          problem={problem}
          label={m.login()}
        />
      </form>
      <SocialButtons />
      <p className={styles.other}>
        {m.login_no_account()}{' '}
        <Link to={register} replace preventScrollReset className={styles.strong}>
          {m.login_register_free()}
        </Link>
      </p>
      <p className={styles.other}>
        <Link to="/account/request" className={styles.strong}>
          {m.become_model()}
        </Link>
      </p>
    </Dialog>
  );
}
