// A decision with its reason. A rejection needs one, because the person reads it.
import { REASON_MAX } from '@camarim/contract/limits';
import type { StaffRight } from '@camarim/contract/staff';
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Button, type ButtonVariant } from '../../ui/actions/Button.tsx';
import { TextArea } from '../../ui/fields/TextField.tsx';
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx';
import styles from './dsb.module.css';
import { useRight } from './rights.ts';

export type DecisionOption<Key extends string> = {
  key: Key;
  text: string;
  main: boolean;
  needsReason: boolean;
  /** Asked once before the decision, which takes something from people at once. */
  question?: string;
};

/** What takes something from people looks unlike the rest. */
const variantOf = ({ main, question }: DecisionOption<string>): ButtonVariant => {
  if (main) return 'main';
  return question ? 'danger' : 'line';
};

export const Decision = <Key extends string>({
  right,
  label = m.dsb_reason(),
  choices,
  loading,
  unseen = false,
  obstacle = unseen ? m.dsb_documents_unseen() : undefined,
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
  /** Why the main choice stays disabled otherwise. */
  obstacle?: string | undefined;
  /** Why the last decision was refused. */
  problem?: string | undefined;
  onDecide: (key: Key, reason: string) => void;
}) => {
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const [asking, setAsking] = useState<DecisionOption<Key>>();
  const permitted = useRight(right);
  if (!permitted) return null;
  const choose = (choice: DecisionOption<Key>) => {
    if (choice.needsReason && reason.trim() === '') setMissing(true);
    else if (choice.question) setAsking(choice);
    else onDecide(choice.key, reason);
  };
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
      {obstacle && choices.some(({ main }) => main) && <p className={styles.soft}>{obstacle}</p>}
      <div className={styles.buttons}>
        {choices.map((choice) => (
          <Button
            key={choice.key}
            variant={variantOf(choice)}
            loading={loading}
            disabled={choice.main && obstacle !== undefined}
            onClick={() => choose(choice)}
          >
            {choice.text}
          </Button>
        ))}
      </div>
      {asking && (
        <ConfirmDialog
          title={asking.text}
          confirmLabel={asking.text}
          focused
          onConfirm={() => onDecide(asking.key, reason)}
          onClose={() => setAsking(undefined)}
        >
          {asking.question}
        </ConfirmDialog>
      )}
    </section>
  );
};
