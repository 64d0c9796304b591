// The text of a mass message, in which the name of each receiver may have its place.
import { MESSAGE_MAX, NAME_PLACEHOLDER } from '@camarim/contract/limits';
import { useRef } from 'react';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { TextArea } from '../../../ui/fields/TextField.tsx';
import styles from './broadcasts.module.css';

type Props = { text: string; onChange: (text: string) => void; error: string | undefined };

export const BroadcastText = ({ text, onChange, error }: Props) => {
  const field = useRef<HTMLTextAreaElement>(null);
  const insertName = () => {
    const { current } = field;
    if (!current) return;
    current.setRangeText(NAME_PLACEHOLDER, current.selectionStart, current.selectionEnd, 'end');
    current.focus();
    onChange(current.value);
  };
  return (
    <div className={styles.write}>
      <TextArea
        ref={field}
        label={m.chat_write()}
        hint={m.replies_text_hint({ placeholder: NAME_PLACEHOLDER })}
        rows={4}
        maxLength={MESSAGE_MAX}
        value={text}
        error={error}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <Button
        small
        disabled={text.length + NAME_PLACEHOLDER.length > MESSAGE_MAX}
        onClick={insertName}
      >
        {m.broadcast_insert_name({ placeholder: NAME_PLACEHOLDER })}
      </Button>
    </div>
  );
};
