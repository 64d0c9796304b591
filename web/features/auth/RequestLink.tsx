// Asks for a link by email: an address and a captcha. The reply is the same for each address.
import { useState } from 'react';
import type { CaptchaAction } from '@camarim/contract/captcha';
import { EMAIL_MAX } from '@camarim/contract/limits';
import { MailCheck } from 'lucide-react';
import { m } from '../../paraglide/messages.js';
import { explainRefusal } from '../../client/api/errors.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { email } from '../../ui/fields/rules.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { useForm } from '../../ui/fields/use-form.ts';
import styles from '../../ui/layout/account.module.css';
import { useCaptcha } from './captcha.ts';
import { SubmitWithCaptcha } from './SubmitWithCaptcha.tsx';

type Texts = {
  intro?: string;
  email: string;
  hint?: string;
  submit: string;
  /** What is said once it is sent. */
  sent: (given: { email: string }) => string;
};

export const RequestLink = ({
  action,
  request,
  texts,
}: {
  action: CaptchaAction;
  request: (body: { email: string; recapcha: string }) => Promise<unknown>;
  texts: Texts;
}) => {
  const [sentTo, setSentTo] = useState<string>();
  const [latest, setLatest] = useState('');
  const captcha = useCaptcha(action);
  const { form, errors, problem, submitting } = useForm({
    names: ['email'] as const,
    check: ({ email: address }) => email('email', address),
    submit: ({ email: address }) =>
      captcha.sendSolved(async (recapcha) => {
        await request({ email: address, recapcha });
        setLatest(address.trim());
        setSentTo(address.trim());
      }),
    explain: explainRefusal,
  });
  if (sentTo !== undefined)
    return (
      <>
        <EmptyState icon={<MailCheck aria-hidden />} title={m.forgot_sent_title()}>
          {texts.sent({ email: sentTo })}
        </EmptyState>
        <Button variant="line" fullWidth onClick={() => setSentTo(undefined)}>
          {m.forgot_again()}
        </Button>
      </>
    );
  return (
    <form {...form} className={styles.form}>
      {texts.intro && <p className={styles.intro}>{texts.intro}</p>}
      <TextField
        name="email"
        type="email"
        label={texts.email}
        hint={texts.hint}
        autoComplete="email"
        maxLength={EMAIL_MAX}
        required
        defaultValue={latest}
        autoFocus={latest !== ''}
        error={errors.email}
      />
      <SubmitWithCaptcha
        captcha={captcha}
        loading={submitting}
        problem={problem}
        label={texts.submit}
      />
    </form>
  );
};
