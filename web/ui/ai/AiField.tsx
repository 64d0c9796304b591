// How something was made: by AI, with its help, or without.
import { AI_CHOICES, type AiChoice } from '@camarim/contract/limits';
import { m } from '../../paraglide/messages.js';
import { AI_TEXTS } from './AiBadge.tsx';
import { Select } from '../fields/Select.tsx';

export const AiField = ({
  value,
  hint,
  error,
  onChange,
}: {
  value: AiChoice;
  hint?: string | undefined;
  error?: string | undefined;
  onChange: (value: AiChoice) => void;
}) => (
  <Select
    label={m.ai_field()}
    hint={hint}
    error={error}
    value={value}
    options={AI_CHOICES.map((choice) => ({
      value: choice,
      text: choice === 'none' ? m.ai_none() : AI_TEXTS[choice](),
    }))}
    onChange={({ currentTarget }) => onChange(currentTarget.value as AiChoice)}
  />
);
