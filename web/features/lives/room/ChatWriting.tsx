// Writes a message in a room, with the tip beside it.
import { ROOM_MESSAGE_MAX } from '@camarim/contract/features/lives/room-limits';
import type { WRITING_REFUSALS } from '@camarim/contract/features/lives/room';
import { SECOND_MS } from '@camarim/contract/time';
import { HandCoins, SendHorizontal } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { IconButton } from '../../../ui/actions/IconButton.tsx';
import type { Room } from './queries.ts';
import styles from './chat.module.css';

const REFUSALS: Record<(typeof WRITING_REFUSALS)[number], () => string> = {
  'live.muted': m.live_writing_muted,
  'live.followersOnly': m.live_writing_followers,
  'live.subscribersOnly': m.live_writing_subscribers,
  'live.tippersOnly': m.live_writing_tippers,
  'live.slowMode': m.live_writing_slow,
};

/** Seconds until the next message may be sent in slow mode. */
const useSlowMode = (slowSeconds: number) => {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), SECOND_MS);
    return () => clearTimeout(timer);
  }, [left]);
  return { left, start: () => setLeft(slowSeconds) };
};

type Props = {
  room: Room;
  onSend: (text: string) => void;
  /** Undefined for who can't tip here: the producer. */
  onTip?: (() => void) | undefined;
};

export const ChatWriting = ({ room, onSend, onTip }: Props) => {
  const [text, setText] = useState('');
  const slow = useSlowMode(room.role === 'watcher' ? room.settings.slowSeconds : 0);
  const { refusal } = room.writing;
  // Slow mode passes by itself.
  const closed = refusal !== null && refusal !== 'live.slowMode';
  const send = (event: FormEvent) => {
    event.preventDefault();
    const message = text.trim();
    if (message === '' || closed || slow.left > 0) return;
    onSend(message);
    setText('');
    slow.start();
  };
  return (
    <form className={styles.writing} onSubmit={send}>
      <input
        className={styles.box}
        value={text}
        maxLength={ROOM_MESSAGE_MAX}
        disabled={closed}
        autoComplete="off"
        enterKeyHint="send"
        aria-label={m.live_chat_write()}
        placeholder={closed && refusal ? REFUSALS[refusal]() : m.live_chat_write()}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <IconButton
        type="submit"
        label={m.live_chat_send()}
        icon={<SendHorizontal />}
        aria-disabled={closed || slow.left > 0 || text.trim() === ''}
      />
      {onTip && (
        <IconButton
          filled
          className={styles.tipButton}
          label={m.profile_tip()}
          icon={<HandCoins />}
          onClick={onTip}
        />
      )}
      {slow.left > 0 && (
        <p className={styles.note} role="status">
          {m.live_slow_left({ seconds: slow.left })}
        </p>
      )}
      {closed && refusal && <p className={styles.note}>{REFUSALS[refusal]()}</p>}
    </form>
  );
};
