// Writes to the support without logging in: an address for the answer, the message, and a captcha.
import { EMAIL_MAX, HELP_MAX } from '@camarim/contract/limits';
import { useState } from 'react';
import { explainRefusal } from '../../client/api/errors.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/actions/Button.tsx';
import { email } from '../../ui/fields/rules.ts';
import { TextArea, TextField } from '../../ui/fields/TextField.tsx';
import { useForm } from '../../ui/fields/use-form.ts';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { SubmitWithCaptcha, useCaptcha } from '../auth/index.ts';
import styles from './help.module.css';
import { askAsVisitor } from './queries.ts';

const QuestionForm = ({ onSent }: { onSent: (email: string) => void }) => {
  const captcha = useCaptcha('help');
  const { form, errors, problem, submitting } = useForm({
    names: ['email', 'message'] as const,
    check: ({ email: address, message }) => ({
      ...email('email', address),
      ...(message.trim() === '' && { message: m.validate_required() }),
    }),
    submit: ({ email: address, message }) =>
      captcha.sendSolved(async (recapcha) => {
        await askAsVisitor({ email: address, message, recapcha });
        onSent(address.trim());
      }),
    explain: explainRefusal,
  });
  return (
    <form {...form} className={styles.form}>
      <TextField
        name="email"
        type="email"
        label={m.help_visitor_email()}
        hint={m.help_visitor_email_hint()}
        autoComplete="email"
        maxLength={EMAIL_MAX}
        autoFocus
        error={errors.email}
      />
      <TextArea
        name="message"
        label={m.help_message()}
        rows={6}
        maxLength={HELP_MAX}
        error={errors.message}
      />
      <SubmitWithCaptcha
        captcha={captcha}
        loading={submitting}
        problem={problem}
        label={m.help_send()}
      />
    </form>
  );
};

export default function VisitorHelpDialog({ onClose }: { onClose: () => void }) {
  const [sentTo, setSentTo] = useState<string>();
  return (
    <Dialog size="help" title={m.help_open()} onClose={onClose}>
      {sentTo === undefined ? (
        <QuestionForm onSent={setSentTo} />
      ) : (
        <div role="status" className={styles.form}>
          <p>{m.help_visitor_sent({ email: sentTo })}</p>
          <Button variant="main" fullWidth autoFocus onClick={onClose}>
            {m.close()}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
