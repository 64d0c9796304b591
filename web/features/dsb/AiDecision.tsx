// The form of a decision about whether something was made or altered by AI.
import { AI_CHOICES, type AiChoice } from '@camarim/contract/limits';
import { type FormEvent, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { explainRefusal } from '../../client/api/errors.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { AI_TEXTS } from '../../ui/ai/AiBadge.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { WithRight } from './WithRight.tsx';
import styles from './dsb.module.css';

/** `undecided`: what was decided is taken back, so that owner and file say it. */
const CHOICES = [...AI_CHOICES, 'undecided'] as const;
type Choice = (typeof CHOICES)[number];

const TEXTS: Record<Choice, () => string> = {
  ...AI_TEXTS,
  none: m.ai_none,
  undecided: m.dsb_ai_undecided,
};

type Props = {
  ai: { label: AiChoice } | null;
  loading: boolean;
  problem: Error | null;
  onDecide: (decision: { ai: AiChoice | null; reason: string }) => void;
};

export const AiDecision = ({ ai, loading, problem, onDecide }: Props) => {
  const [choice, setChoice] = useState<Choice>(ai?.label ?? 'none');
  const [reason, setReason] = useState('');
  const send = (event: FormEvent) => {
    event.preventDefault();
    onDecide({ ai: choice === 'undecided' ? null : choice, reason });
  };
  return (
    <WithRight right="content.decide">
      <form className={styles.form} onSubmit={send} noValidate>
        <Select
          label={m.ai_field()}
          value={choice}
          options={CHOICES.map((value) => ({ value, text: TEXTS[value]() }))}
          onChange={({ currentTarget }) => setChoice(currentTarget.value as Choice)}
        />
        <TextField
          label={m.dsb_correct_reason()}
          value={reason}
          required
          error={explainRefusal(problem)}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <Button type="submit" variant="main" loading={loading} disabled={reason.trim() === ''}>
          {m.dsb_ai_save()}
        </Button>
      </form>
    </WithRight>
  );
};
