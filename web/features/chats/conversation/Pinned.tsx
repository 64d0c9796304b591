// The pinned messages over the others: a press leads to one, the next press to the one before it.
import { Pin } from 'lucide-react';
import { useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import type { Message } from '../messages.ts';
import styles from './conversation.module.css';

export const Pinned = ({
  pinned,
  onJump,
}: {
  pinned: readonly Message[];
  onJump: (id: Message['id']) => void;
}) => {
  const [at, setAt] = useState(0);
  const place = at % Math.max(1, pinned.length);
  const message = pinned[place];
  if (!message) return null;
  return (
    <button
      type="button"
      className={styles.pinned}
      onClick={() => {
        onJump(message.id);
        setAt(place + 1);
      }}
    >
      <Pin aria-hidden />
      <span className="visually-hidden">{m.chat_pinned()}: </span>
      <span className={styles.pinnedText}>{message.content || m.chat_media()}</span>
      {pinned.length > 1 && (
        <span className={styles.pinnedCount}>
          {place + 1}/{pinned.length}
        </span>
      )}
    </button>
  );
};
