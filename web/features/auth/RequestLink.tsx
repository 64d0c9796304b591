// Asks for a link by email: an address and a captcha. The reply is the same for each address.
import { useState } from 'react';
import type { CaptchaAction } from '@camarim/contract/captcha';
import { MailCheck } from 'lucide-react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/actions/Button.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { email } from '../../ui/fields/rules.ts';
import { EmailField } from '../../ui/fields/person-fields.tsx';
import styles from '../../ui/layout/account.module.css';
import { useCaptchaForm } from './captcha-form.ts';
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
  const { form, errors, button } = useCaptchaForm({
    action,
    names: ['email'] as const,
    check: ({ email: address }) => email('email', address),
    submit: async ({ email: address }, recapcha) => {
      await request({ email: address, recapcha });
      setLatest(address.trim());
      setSentTo(address.trim());
    },
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
      <EmailField
        name="email"
        label={texts.email}
        hint={texts.hint}
        required
        defaultValue={latest}
        autoFocus={latest !== ''}
        error={errors.email}
      />
      <SubmitWithCaptcha {...button} label={texts.submit} />
    </form>
  );
};
