// The saved replies that "/" and what follows it ask for, above the composer.
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import type { ReplyPicker } from './use-reply-picker.ts';
import styles from './replies.module.css';

export const ReplyList = ({
  picker: { open, loading, none, found, at, listId, insert },
  onManage,
}: {
  picker: ReplyPicker;
  onManage: () => void;
}) => {
  if (!open) return null;
  return (
    <div className={styles.picker}>
      <div id={listId} role="listbox" aria-label={m.replies_title()} className={styles.options}>
        {found.map((reply, index) => (
          <button
            key={reply.id}
            type="button"
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className={classNames(styles.option, index === at && styles.active)}
            // The box keeps the focus, and with it a phone's keyboard.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => insert(reply)}
          >
            <b>{reply.title}</b>
            <span>{reply.text}</span>
          </button>
        ))}
      </div>
      <p role="status" className={found.length > 0 ? 'visually-hidden' : styles.none}>
        {found.length > 0
          ? m.replies_found({ count: found.length })
          : loading
            ? m.loading()
            : none
              ? m.replies_empty()
              : m.replies_none_found()}
      </p>
      <Button small variant="text" onClick={onManage}>
        {m.replies_manage()}
      </Button>
    </div>
  );
};
