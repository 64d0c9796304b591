// Writes a comment: Enter sends, Shift+Enter breaks the line.
import { COMMENT_MAX } from '@camarim/contract/limits';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { newIdempotencyKey } from '../../shell/api/api.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { TextArea } from '../../ui/fields/TextField.tsx';
import { isSendable, tidyComment } from './comment-text.ts';
import styles from './comments.module.css';
import { useAddComment } from './queries.ts';

/** From here on the person is told how much room is left. */
const LEFT_SHOWN = 50;

export const CommentForm = ({ postId }: { postId: string }) => {
  const [text, setText] = useState('');
  const add = useAddComment(postId);
  // Kept while the same text is tried again.
  const idempotencyKey = useRef(newIdempotencyKey());
  const left = COMMENT_MAX - tidyComment(text).length;
  const sendable = isSendable(text);

  const send = (event?: FormEvent) => {
    event?.preventDefault();
    if (!sendable || add.isPending) return;
    add.mutate(
      { text: tidyComment(text), idempotencyKey: idempotencyKey.current },
      {
        onSuccess: () => {
          setText('');
          idempotencyKey.current = newIdempotencyKey();
        },
      },
    );
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };

  return (
    <form className={styles.form} onSubmit={send}>
      <TextArea
        label={m.comment_placeholder()}
        labelHidden
        placeholder={m.comment_placeholder()}
        rows={1}
        value={text}
        maxLength={COMMENT_MAX + 50}
        error={left < 0 ? m.comment_left({ count: left }) : undefined}
        hint={left >= 0 && left <= LEFT_SHOWN ? m.comment_left({ count: left }) : undefined}
        onChange={(event) => {
          setText(event.currentTarget.value);
          idempotencyKey.current = newIdempotencyKey();
        }}
        onKeyDown={onKeyDown}
      />
      <Button type="submit" look="main" small busy={add.isPending} disabled={!sendable}>
        {m.comment_send()}
      </Button>
    </form>
  );
};
