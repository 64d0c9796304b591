// Reports content, with or without an account: a reason, a text, and an email address for the
// answer.
import { EMAIL_MAX, HELP_MAX } from '@camarim/contract/limits';
import { m } from '../../paraglide/messages.js';
import { call } from '../../client/api/api.ts';
import { explainRefusal } from '../../client/api/errors.ts';
import { useSession } from '../../client/session/session.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { formatMoment } from '../../ui/display/formats.ts';
import { Select } from '../../ui/fields/Select.tsx';
import { TextArea, TextField } from '../../ui/fields/TextField.tsx';
import { useForm } from '../../ui/fields/use-form.ts';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';
import { REPORT_REASONS, type ReportBody } from './reasons.ts';
import styles from './reports.module.css';

export default function ReportDialog({
  targetKind,
  targetId,
  onClose,
}: Pick<ReportBody, 'targetKind' | 'targetId'> & { onClose: () => void }) {
  const { user } = useSession();
  const { form, errors, problem, submitting } = useForm({
    names: ['reason', 'text', 'email'] as const,
    check: ({ reason }) => (reason === '' ? { reason: m.report_choose() } : {}),
    submit: async ({ reason, text, email }) => {
      const body: ReportBody = {
        targetKind,
        targetId,
        reason: reason as ReportBody['reason'],
        text,
        ...(email.trim() !== '' && { email }),
      };
      const { data } = await call('POST /reports', { body, own: [400, 429] });
      showToast(m.report_sent({ when: formatMoment(data.dueAt) }), 'success');
      onClose();
    },
    explain: explainRefusal,
  });
  const reasons = Object.entries(REPORT_REASONS).map(([value, text]) => ({ value, text: text() }));
  return (
    <Dialog title={m.report_title()} onClose={onClose}>
      <form {...form} className={styles.form}>
        <Select
          name="reason"
          autoFocus
          label={m.report_reason()}
          defaultValue=""
          options={[{ value: '', text: m.report_choose() }, ...reasons]}
          error={errors.reason}
        />
        <TextArea
          name="text"
          label={m.report_text()}
          rows={4}
          maxLength={HELP_MAX}
          error={errors.text}
        />
        {!user && (
          <TextField
            name="email"
            type="email"
            label={m.report_email()}
            hint={m.report_email_hint()}
            autoComplete="email"
            maxLength={EMAIL_MAX}
            error={errors.email}
          />
        )}
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
        <Button type="submit" variant="main" fullWidth loading={submitting}>
          {m.report_send()}
        </Button>
      </form>
    </Dialog>
  );
}
