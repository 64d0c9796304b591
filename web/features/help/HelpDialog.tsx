// The form for a help ticket. Submitting requires a text (specification section 5).
import { HELP_MAX } from '@camarim/contract/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { ApiError } from '../../client/api/errors.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { TextArea } from '../../ui/fields/TextField.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';
import styles from './help.module.css';
import { createTicket, ticketsQuery } from './queries.ts';

export default function HelpDialog({
  decision,
  onClose,
}: {
  decision?: string;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const [message, setMessage] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: createTicket,
    onSuccess: () => {
      showToast(m.help_sent(), 'success');
      void client.invalidateQueries({ queryKey: ticketsQuery().queryKey });
      onClose();
    },
  });
  return (
    <Dialog
      size="help"
      title={decision === undefined ? m.help_title() : m.help_appeal()}
      onClose={onClose}
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (message.trim() !== '')
            mutate({ message, ...(decision !== undefined && { decision }) });
        }}
      >
        <TextArea
          name="message"
          label={decision === undefined ? m.help_message() : m.help_appeal_message()}
          rows={6}
          maxLength={HELP_MAX}
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
