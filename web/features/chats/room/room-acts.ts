// What is going on in a room beside its messages: a reply that is being written, a message that is
// being changed.
import { useMemo, useState } from 'react';
import type { Message } from '../messages.ts';

export type RoomActs = {
  replyTo: Message | null;
  setReplyTo: (message: Message | null) => void;
  editing: Message | null;
  setEditing: (message: Message | null) => void;
};

export const useRoomActs = (): RoomActs => {
  const [replyTo, setReplyTo] = useState<Message | null>(null);
  const [editing, setEditing] = useState<Message | null>(null);
  return useMemo(
    () => ({
      replyTo,
      setReplyTo: (message) => {
        setReplyTo(message);
        if (message) setEditing(null);
      },
      editing,
      setEditing: (message) => {
        setEditing(message);
        if (message) setReplyTo(null);
      },
    }),
    [replyTo, editing],
  );
};
