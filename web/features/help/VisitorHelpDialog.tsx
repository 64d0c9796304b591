// Writes to the support without logging in: an address for the answer, the message, and a captcha.
import { HELP_MAX } from '@camarim/contract/limits';
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/actions/Button.tsx';
import { email } from '../../ui/fields/rules.ts';
import { EmailField } from '../../ui/fields/person-fields.tsx';
import { TextArea } from '../../ui/fields/TextField.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { SubmitWithCaptcha, useCaptchaForm } from '../auth/index.ts';
import styles from './help.module.css';
import { askAsVisitor } from './queries.ts';

const QuestionForm = ({ onSent }: { onSent: (email: string) => void }) => {
  const { form, errors, button } = useCaptchaForm({
    action: 'help',
    names: ['email', 'message'] as const,
    check: ({ email: address, message }) => ({
      ...email('email', address),
      ...(message.trim() === '' && { message: m.validate_required() }),
    }),
    submit: async ({ email: address, message }, recapcha) => {
      await askAsVisitor({ email: address, message, recapcha });
      onSent(address.trim());
    },
  });
  return (
    <form {...form} className={styles.form}>
      <EmailField
        name="email"
        label={m.help_visitor_email()}
        hint={m.help_visitor_email_hint()}
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
      <SubmitWithCaptcha {...button} label={m.help_send()} />
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
