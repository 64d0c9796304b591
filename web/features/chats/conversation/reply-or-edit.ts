// State of the composer of a conversation: the message that is replied to, and the one that is
// being edited.
import { useMemo, useState } from 'react';
import type { Message } from '../messages.ts';

export type ReplyOrEdit = {
  replyTo: Message | null;
  setReplyTo: (message: Message | null) => void;
  editing: Message | null;
  setEditing: (message: Message | null) => void;
};

export const useReplyOrEdit = (): ReplyOrEdit => {
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
