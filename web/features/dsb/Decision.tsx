// A decision with its reason. A rejection needs one, because the person reads it.
import { REASON_MAX } from '@camarim/contract/limits';
import type { StaffRight } from '@camarim/contract/staff';
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/actions/Button.tsx';
import { TextArea } from '../../ui/fields/TextField.tsx';
import styles from './dsb.module.css';
import { useRight } from './rights.ts';

export type DecisionOption<Key extends string> = {
  key: Key;
  text: string;
  main: boolean;
  needsReason: boolean;
};

export const Decision = <Key extends string>({
  right,
  label = m.dsb_reason(),
  choices,
  loading,
  unseen = false,
  problem,
  onDecide,
}: {
  /** What the decision needs; without it nothing is shown. */
  right: StaffRight;
  /** What the reason is, and who reads it. */
  label?: string;
  choices: readonly DecisionOption<Key>[];
  loading: boolean;
  /** Some documents have not been viewed yet: the main choice stays disabled. */
  unseen?: boolean;
  /** Why the last decision was refused. */
  problem?: string | undefined;
  onDecide: (key: Key, reason: string) => void;
}) => {
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const permitted = useRight(right);
  if (!permitted) return null;
  return (
    <section className={styles.decision}>
      <TextArea
        label={label}
        rows={2}
        maxLength={REASON_MAX}
        value={reason}
        error={missing ? m.dsb_reason_missing() : problem}
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
