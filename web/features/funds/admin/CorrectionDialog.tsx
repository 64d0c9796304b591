// Corrects a transaction: shows the effect, asks for a reason, then applies it.
import { REASON_MAX } from '@camarim/contract/limits';
import { m } from '../../../paraglide/messages.js';
import { explainRefusal } from '../../../client/api/errors.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { formatMoney } from '../../../ui/display/formats.ts';
import { TextArea, TextField } from '../../../ui/fields/TextField.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { adminStyles as styles } from '../../dsb/index.ts';
import { type Correction, useCorrectTransaction } from './transactions.ts';

const TITLES = {
  release: m.dsb_transactions_release,
  reverse: m.dsb_transactions_reverse,
  'reverse-payment': m.dsb_transactions_refund,
  'charge-back': m.dsb_transactions_charge_back,
} as const;
const TEXTS = {
  release: m.dsb_correct_release_text,
  reverse: m.dsb_correct_reverse_text,
  'reverse-payment': m.dsb_correct_refund_text,
  'charge-back': m.dsb_correct_charge_back_text,
} as const;
const REASON_MIN = 3;

/** The last minute of a day in São Paulo, which has had one offset since 2019. */
const endOfDay = (day: string): string => new Date(`${day}T23:59:00-03:00`).toISOString();

/** A top-up is not a sale: its correction alone refunds no buyer. */
const reversesTopUp = ({ action, line }: Correction): boolean =>
  action === 'reverse' && line.kind === 'topUp';
const reversedTopUpText = ({ value }: { value: string }): string =>
  m.dsb_correct_reverse_top_up_text({ value, refund: m.dsb_transactions_refund() });

export const CorrectionDialog = ({
  correction,
  name,
  onDone,
  onClose,
}: {
  correction: Correction;
  /** Unless it is that of the action. */
  name?: string;
  onDone?: () => void;
  onClose: () => void;
}) => {
  const correct = useCorrectTransaction();
  const releasesPayment = correction.action === 'release' && correction.line.held !== null;
  const title = name ?? (releasesPayment ? m.dsb_held_release() : TITLES[correction.action]());
  const says = releasesPayment
    ? m.dsb_correct_release_payment_text
    : reversesTopUp(correction)
      ? reversedTopUpText
      : TEXTS[correction.action];
  const { form, errors, problem, submitting } = useForm({
    names: ['reason', 'answerBy'] as const,
    check: ({ reason }) =>
      reason.trim().length < REASON_MIN ? { reason: m.validate_required() } : {},
    submit: async ({ reason, answerBy }) => {
      await correct.mutateAsync({
        ...correction,
        reason,
        ...(answerBy && { answerBy: endOfDay(answerBy) }),
      });
      showToast(m.dsb_correct_done(), 'success');
      onDone?.();
      onClose();
    },
    explain: explainRefusal,
  });
  return (
    <Dialog title={title} onClose={onClose} closable={!submitting}>
      <p>{says({ value: formatMoney(correction.line.amount) })}</p>
      <form {...form} className={styles.form}>
        <TextArea
          name="reason"
          label={m.dsb_correct_reason()}
          error={errors.reason}
          rows={3}
          maxLength={REASON_MAX}
        />
        {correction.action === 'charge-back' && (
          <TextField
            type="date"
            name="answerBy"
            label={m.dsb_correct_answer_by()}
            error={errors.answerBy}
          />
        )}
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
        <p className={styles.buttons}>
          <Button onClick={onClose} disabled={submitting}>
            {m.cancel()}
          </Button>
          <Button type="submit" variant="main" loading={submitting}>
            {title}
          </Button>
        </p>
      </form>
    </Dialog>
  );
};
