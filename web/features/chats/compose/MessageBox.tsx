// The text of a message: as tall as what is written, with the keys of the specification.
import { MESSAGE_MAX } from '@camarim/contract/limits';
import { type KeyboardEvent, type Ref, useId, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import type { ReplyPicker } from '../replies/use-reply-picker.ts';
import { actOf } from './composer-keys.ts';
import styles from './composer.module.css';

type Props = {
  ref: Ref<HTMLTextAreaElement>;
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  onSend: () => void;
  onEscape: () => void;
  /** Saved replies that the text asks for. */
  picker: ReplyPicker;
};

export const MessageBox = ({
  ref,
  label,
  placeholder,
  text,
  onText,
  onSend,
  onEscape,
  picker,
}: Props) => {
  const hintId = useId();
  /** Esc was pressed: Tab leaves. */
  const [released, setReleased] = useState(false);
  const [hinted, setHinted] = useState(false);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, ctrlKey, shiftKey, altKey, metaKey } = event;
    if (picker.onKeyDown(event)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const composing = event.nativeEvent.isComposing;
    const act = actOf({ key, ctrlKey, shiftKey, altKey, metaKey, composing }, released);
    if (act === null) return;
    event.preventDefault();
    // Esc is not one of the drawer's, nor of the key that covers the screen.
    event.stopPropagation();
    if (act === 'send') onSend();
    if (act === 'stay') setHinted(true);
    if (act === 'escape') {
      onEscape();
      setReleased(true);
    }
  };
  return (
    <div className={styles.grow} data-text={text}>
      <textarea
        ref={ref}
        rows={1}
        maxLength={MESSAGE_MAX}
        className={styles.box}
        value={text}
        aria-label={label}
        aria-describedby={hintId}
        aria-autocomplete={picker.open ? 'list' : undefined}
        aria-controls={picker.open ? picker.listId : undefined}
        aria-activedescendant={picker.at >= 0 ? `${picker.listId}-${picker.at}` : undefined}
        placeholder={placeholder}
        onChange={({ currentTarget: { value } }) => onText(value)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          setReleased(false);
          setHinted(false);
        }}
      />
      <p id={hintId} className={hinted && !released ? styles.hint : 'visually-hidden'}>
        {m.chat_keys_hint()}
      </p>
    </div>
  );
};
