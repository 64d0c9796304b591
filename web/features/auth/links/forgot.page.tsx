// /account/forgot: requests the email with the password reset link.
import { useState } from 'react';
import { MailCheck } from 'lucide-react';
import { EMAIL_MAX } from '@camarim/contract/limits';
import { m } from '../../../paraglide/messages.js';
import { explainRefusal } from '../../../client/api/errors.ts';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { AccountCard } from '../AccountCard.tsx';
import styles from '../../../ui/layout/account.module.css';
import { useCaptcha } from '../captcha.ts';
import { requestPasswordReset } from '../queries.ts';
import { email } from '../../../ui/fields/rules.ts';
import { SubmitWithCaptcha } from '../SubmitWithCaptcha.tsx';

export const meta = () => [
  { title: `${m.forgot_title()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

export default function ForgotPage() {
  const [sentTo, setSentTo] = useState<string>();
  const { captcha, solved, reset, box } = useCaptcha('forgot-password');
  const { form, errors, problem, submitting } = useForm({
    names: ['email'] as const,
    check: ({ email: address }) => email('email', address),
    submit: async ({ email: address }) => {
      const recapcha = await solved();
      if (recapcha === null) return;
      await requestPasswordReset({ email: address, recapcha }).catch((error: unknown) => {
        reset();
        throw error;
      });
      setSentTo(address.trim());
    },
    explain: explainRefusal,
  });

  if (sentTo !== undefined) {
    return (
      <AccountCard title={m.forgot_title()}>
        <EmptyState icon={<MailCheck aria-hidden />} title={m.forgot_sent_title()}>
          {m.forgot_sent_text({ email: sentTo })}
        </EmptyState>
      </AccountCard>
    );
  }
  return (
    <AccountCard title={m.forgot_title()} intro={m.forgot_text()}>
      <form {...form} className={styles.form}>
        <TextField
          name="email"
          type="email"
          label={m.register_email()}
          autoComplete="email"
          maxLength={EMAIL_MAX}
          required
          error={errors.email}
        />
        <SubmitWithCaptcha
          captcha={captcha}
          box={box}
          onRetry={reset}
          loading={submitting}
          problem={problem}
          label={m.forgot_submit()}
        />
      </form>
    </AccountCard>
  );
}
