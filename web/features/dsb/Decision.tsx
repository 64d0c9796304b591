// A decision with its reason. A rejection needs one, because the person reads it.
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/actions/Button.tsx';
import { TextArea } from '../../ui/fields/TextField.tsx';
import styles from './dsb.module.css';

export type DecisionOption = { key: string; text: string; main: boolean; needsReason: boolean };

export const Decision = ({
  choices,
  loading,
  unseen = false,
  onDecide,
}: {
  choices: readonly DecisionOption[];
  loading: boolean;
  /** Some documents have not been viewed yet: the main choice stays disabled. */
  unseen?: boolean;
  onDecide: (key: string, reason: string) => void;
}) => {
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  return (
    <section className={styles.choices}>
      <TextArea
        label={m.dsb_reason()}
        rows={3}
        maxLength={500}
        value={reason}
        error={missing ? m.dsb_reason_missing() : undefined}
        onChange={({ currentTarget: { value } }) => {
          setReason(value);
          setMissing(false);
        }}
      />
      {unseen && choices.some(({ main }) => main) && (
        <p className={styles.soft}>{m.dsb_documents_unseen()}</p>
      )}
      <div className={styles.buttons}>
        {choices.map(({ key, text, main, needsReason }) => (
          <Button
            key={key}
            variant={main ? 'main' : 'line'}
            loading={loading}
            disabled={main && unseen}
            onClick={() =>
              needsReason && reason.trim() === '' ? setMissing(true) : onDecide(key, reason)
            }
          >
            {text}
          </Button>
        ))}
      </div>
    </section>
  );
};
