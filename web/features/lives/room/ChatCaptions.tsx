// Reads the chat out to screen readers, at a pace that can be listened to.
import { useEffect, useRef, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import type { RoomMessage } from './queries.ts';

const EVERY_MS = 4_000;
/** Announces the newest messages since the last time, and the number of the others. */
const READ_OUT = 3;

const sentence = (message: RoomMessage): string =>
  [message.profile.exibitionName, message.text].filter(Boolean).join(', ');

/**
 * What is read out of the messages that are newer than the last one that was; newest first. Tips
 * are left to their toast.
 */
export const captionOf = (messages: readonly RoomMessage[], lastId: string | null): string => {
  const at = messages.findIndex(({ id }) => id === lastId);
  const newer = at === -1 ? messages.slice(0, READ_OUT) : messages.slice(0, at);
  const fresh = newer.filter(({ tip }) => tip === null);
  const read = fresh.slice(0, READ_OUT).toReversed().map(sentence);
  const left = fresh.length - read.length;
  return [...(left > 0 ? [m.live_chat_more({ count: left })] : []), ...read].join('. ');
};

/** Shown once the messages are known: the first one of an empty chat is read out, too. */
export const ChatCaptions = ({ messages }: { messages: readonly RoomMessage[] }) => {
  const [text, setText] = useState('');
  const latest = useRef(messages);
  latest.current = messages;
  // What was there on arrival is read in the chat itself.
  const last = useRef<string | null>(messages[0]?.id ?? null);
  useEffect(() => {
    const timer = setInterval(() => {
      const newest = latest.current[0]?.id ?? null;
      if (newest === null || newest === last.current) return;
      setText(captionOf(latest.current, last.current));
      last.current = newest;
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <p aria-live="polite" className="visually-hidden">
      {text}
    </p>
  );
};
