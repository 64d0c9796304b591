// The form for a help ticket. Submitting requires a text (specification section 5).
import { HELP_MAX } from '@camarim/contract/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import type { DialogProps } from '../../client/dialogs.ts';
import { ApiError } from '../../client/api/errors.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { TextArea } from '../../ui/fields/TextField.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';
import styles from './help.module.css';
import { createTicket, decisionsQuery, REFUNDS, ticketsQuery } from './queries.ts';

/** What a refund request puts before the message: the payment and its receipt. */
const REFUND_TEXT_MAX = 300;

const textsOf = (decision: string | undefined, refund: DialogProps['help']['refund']) => {
  if (refund) return { title: m.help_refund(), label: m.help_refund_message() };
  return decision === undefined
    ? { title: m.help_title(), label: m.help_message() }
    : { title: m.help_appeal(), label: m.help_appeal_message() };
};

export default function HelpDialog({
  decision,
  refund,
  onClose,
}: DialogProps['help'] & { onClose: () => void }) {
  const texts = textsOf(decision, refund);
  const client = useQueryClient();
  const [message, setMessage] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: createTicket,
    onSuccess: () => {
      showToast(m.help_sent(), 'success');
      void client.invalidateQueries({ queryKey: ticketsQuery().queryKey });
      if (decision !== undefined)
        void client.invalidateQueries({ queryKey: decisionsQuery().queryKey });
      if (refund) void client.invalidateQueries({ queryKey: REFUNDS });
      onClose();
    },
  });
  return (
    <Dialog size="help" title={texts.title} onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (message.trim() !== '')
            mutate({
              message: refund ? m.help_refund_ticket({ what: refund.what, message }) : message,
              ...(decision !== undefined && { decision }),
              ...(refund && { refund: refund.receipt }),
            });
        }}
      >
        {refund && (
          <>
            <p>
              <b>{refund.what}</b>
            </p>
            <p>{m.help_refund_access()}</p>
          </>
        )}
        <TextArea
          name="message"
          label={texts.label}
          rows={6}
          maxLength={refund ? HELP_MAX - REFUND_TEXT_MAX : HELP_MAX}
          autoFocus
          value={message}
          error={error instanceof ApiError ? error.message : undefined}
          onChange={({ currentTarget: { value } }) => setMessage(value)}
        />
        <div className={styles.buttons}>
          <Button variant="line" onClick={onClose}>
            {m.cancel()}
          </Button>
          <Button type="submit" variant="main" loading={isPending} disabled={message.trim() === ''}>
            {m.help_send()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
