// Why content is refused: one reason by its number, and a note that its author reads.
import {
  REVIEW_NOTE_MAX,
  REVIEW_REASON_CODES,
  REVIEW_REASONS,
  type ReviewReason,
} from '@camarim/contract/features/reviews/reasons';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { TextArea } from '../../../ui/fields/TextField.tsx';
import { basisOf, REASON_TEXTS } from '../words.ts';
import styles from './reviews.module.css';

export const RefuseForm = ({
  onRefuse,
  onCancel,
}: {
  onRefuse: (reason: ReviewReason, note: string) => void;
  onCancel: () => void;
}) => {
  const [reason, setReason] = useState<ReviewReason>('minor');
  const [note, setNote] = useState('');
  const [missing, setMissing] = useState(false);
  const choices = useRef<HTMLFieldSetElement>(null);
  const words = useRef<HTMLTextAreaElement>(null);
  useEffect(() => choices.current?.querySelector('input')?.focus(), []);
  const refuse = () => {
    if (REVIEW_REASONS[reason].note && note.trim() === '') setMissing(true);
    else onRefuse(reason, note.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const chosen = REVIEW_REASON_CODES[Number(event.key) - 1];
    if (event.key === 'Escape') onCancel();
    else if (event.key === 'Enter') refuse();
    else if (chosen) {
      setReason(chosen);
      if (REVIEW_REASONS[chosen].note) words.current?.focus();
    } else return;
    event.preventDefault();
  };
  const onWordsKeyDown = (event: KeyboardEvent) => {
    // During the composition of an input method (IME), Enter confirms its candidate.
    if (event.shiftKey || event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onCancel();
    else if (event.key === 'Enter') refuse();
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.reasons}>
      <fieldset ref={choices} className={styles.choices}>
        <legend>{m.reviews_refuse_title()}</legend>
        {REVIEW_REASON_CODES.map((code, index) => (
          <label key={code} className={styles.choice}>
            <input
              type="radio"
              name="reason"
              value={code}
              checked={code === reason}
              onChange={() => setReason(code)}
              onKeyDown={onKeyDown}
            />
            <span>
              {index + 1}. {REASON_TEXTS[code]()}
              <small>{basisOf(code)}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <TextArea
        ref={words}
        label={m.reviews_refuse_note()}
        rows={2}
        maxLength={REVIEW_NOTE_MAX}
        value={note}
        error={missing ? m.dsb_reason_missing() : undefined}
        onKeyDown={onWordsKeyDown}
        onChange={({ currentTarget: { value } }) => {
          setNote(value);
          setMissing(false);
        }}
      />
      <p>{m.reviews_refuse_keys()}</p>
      <div className={styles.bar}>
        <Button variant="main" onClick={refuse}>
          {m.reviews_refuse_confirm()}
        </Button>
        <Button variant="line" onClick={onCancel}>
          {m.reviews_cancel()}
        </Button>
      </div>
    </div>
  );
};
