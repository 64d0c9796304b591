// Marks a conversation as read while it is before the eyes of the person: open, in a visible tab,
// at its end.
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { type ConversationView, useMarkRead } from '../queries.ts';

const subscribe = (listener: () => void): (() => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};

/** `seq`: of the newest message that is shown. */
export const useReadMark = (
  slug: string,
  conversation: ConversationView,
  { seq, atEnd }: { seq: number; atEnd: boolean },
): void => {
  const visible = useSyncExternalStore(
    subscribe,
    () => document.visibilityState === 'visible',
    () => false,
  );
  const { mutate } = useMarkRead(slug);
  const recorded = useRef(0);
  const { chat, readSeq } = conversation;
  const id = chat?.id;
  useEffect(() => {
    if (!visible || !atEnd || id === undefined || seq <= readSeq || seq <= recorded.current) return;
    recorded.current = seq;
    mutate({ id, seq });
  }, [visible, atEnd, id, seq, readSeq, mutate]);
};
