// Asks before something that can't be undone; when it has consequences, they must be ticked first.
import { type ReactNode, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../actions/Button.tsx';
import { Checkbox } from '../fields/Checkbox.tsx';
import styles from './ConfirmDialog.module.css';
import { Dialog } from './Dialog.tsx';

export type ConfirmDialogProps = {
  title: string;
  children: ReactNode;
  confirmLabel: string;
  /**
   * What the person declares to know, e.g. "I understand that ..."; confirming waits for the tick.
   */
  consequences?: string;
  /** Gives the focus to the confirming button: for what the person has just asked for. */
  focused?: boolean;
  /**
   * May take its time: the button is loading until it settles, and the dialog stays when it fails.
   */
  onConfirm: () => Promise<unknown> | void;
  onClose: () => void;
};

export const ConfirmDialog = ({
  title,
  children,
  confirmLabel,
  consequences,
  focused = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) => {
  const [ticked, setTicked] = useState(false);
  const [loading, setLoading] = useState(false);

  const confirm = async () => {
    setLoading(true);
    try {
      await onConfirm();
      onClose();
    } finally {
      setLoading(false);
    }
  };

  return (
    <Dialog title={title} onClose={onClose} closable={!loading}>
      <div className={styles.text}>{children}</div>
      {consequences && (
        <Checkbox
          label={consequences}
          checked={ticked}
          onChange={(event) => setTicked(event.currentTarget.checked)}
        />
      )}
      <div className={styles.actions}>
        <Button onClick={onClose} disabled={loading}>
          {m.cancel()}
        </Button>
        <Button
          variant="main"
          data-first={focused || undefined}
          loading={loading}
          disabled={consequences !== undefined && !ticked}
          onClick={() => void confirm()}
        >
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
};
