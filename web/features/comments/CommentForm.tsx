// Writes a comment or a reply: Enter sends, Shift+Enter adds a line break, Esc cancels a reply.
import { COMMENT_MAX } from '@camarim/contract/limits';
import { SendHorizontal } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { newIdempotencyKey } from '../../client/api/api.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { TextArea } from '../../ui/fields/TextField.tsx';
import { isSendable, normalizeComment } from './comment-text.ts';
import styles from './comments.module.css';
import { useAddComment } from './queries.ts';

/** The remaining length is shown from here on. */
const LEFT_SHOWN = 50;

type Props = {
  postId: string;
  /** The comment to reply to, its author, and the initial text. */
  answer?: { to: string; name: string; opening: string };
  onSent?: () => void;
  onCancel?: () => void;
};

export const CommentForm = ({ postId, answer, onSent, onCancel }: Props) => {
  const [text, setText] = useState(answer?.opening ?? '');
  const field = useRef<HTMLTextAreaElement>(null);
  const add = useAddComment(postId);
  // One idempotency key per text, kept for retries.
  const idempotencyKey = useRef(newIdempotencyKey());
  const left = COMMENT_MAX - normalizeComment(text).length;
  const sendable = isSendable(text) && text.trim() !== answer?.opening.trim();
  const label = answer
    ? m.comment_answer_placeholder({ name: answer.name })
    : m.comment_placeholder();

  // A reply starts with the mention of its addressee and takes the focus.
  const asked = answer !== undefined;
  useEffect(() => {
    if (!asked) return;
    field.current?.focus();
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
  }, [asked]);

  const send = (event?: FormEvent) => {
    event?.preventDefault();
    if (!sendable || add.isPending) return;
    add.mutate(
      {
        text: normalizeComment(text),
        idempotencyKey: idempotencyKey.current,
        ...(answer && { replyTo: answer.to }),
      },
      {
        onSuccess: () => {
          setText('');
          idempotencyKey.current = newIdempotencyKey();
          onSent?.();
        },
      },
    );
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && onCancel) {
      event.stopPropagation();
      return onCancel();
    }
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };

  return (
    <form className={styles.form} onSubmit={send}>
      <TextArea
        ref={field}
        label={label}
        labelHidden
        placeholder={label}
        rows={1}
        enterKeyHint="send"
        value={text}
        maxLength={COMMENT_MAX + 50}
        error={left < 0 ? m.comment_left({ count: left }) : undefined}
        hint={left >= 0 && left <= LEFT_SHOWN ? m.comment_left({ count: left }) : undefined}
        onChange={(event) => {
          setText(event.currentTarget.value);
          idempotencyKey.current = newIdempotencyKey();
        }}
        // Above the bar at the bottom of a phone, with its button.
        onFocus={({ currentTarget: { form } }) => form?.scrollIntoView({ block: 'nearest' })}
        onKeyDown={onKeyDown}
      />
      <Button
        type="submit"
        variant="main"
        className={styles.send}
        loading={add.isPending}
        disabled={!sendable}
      >
        <SendHorizontal aria-hidden />
        <span className={styles.sendWord}>{answer ? m.comment_answer() : m.comment_send()}</span>
      </Button>
      {onCancel && (
        <button type="button" className={styles.act} onClick={onCancel}>
          {m.cancel()}
        </button>
      )}
    </form>
  );
};
