// Inserting a saved reply: "/" at the beginning of a message lists them, keys or the pointer
// choose.
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { filled, matching, soughtIn } from './matching.ts';
import { repliesQuery, type SavedReply } from './queries.ts';

export type ReplyPicker = ReturnType<typeof useReplyPicker>;

export const useReplyPicker = ({
  enabled,
  text,
  name,
  onInsert,
}: {
  /** Only producers have saved replies. */
  enabled: boolean;
  text: string;
  /** The name of the other person. */
  name: string;
  onInsert: (text: string) => void;
}) => {
  const listId = useId();
  const [active, setActive] = useState(0);
  /** The text with which the list was closed by Esc. */
  const [closed, setClosed] = useState<string | null>(null);
  const sought = enabled ? soughtIn(text) : null;
  const open = sought !== null && closed !== text;
  const { data: replies } = useQuery({ ...repliesQuery(), enabled: open });
  const found = open ? matching(replies ?? [], sought) : [];
  const at = Math.min(active, found.length - 1);

  const insert = (reply: SavedReply) => {
    setActive(0);
    onInsert(filled(reply.text, name));
  };

  /** True: the key was for the list. */
  const onKeyDown = ({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean => {
    if (!open || nativeEvent.isComposing) return false;
    if (key === 'Escape') {
      setClosed(text);
      return true;
    }
    const chosen = found[at];
    if (!chosen || shiftKey) return false;
    if (key === 'Enter' || key === 'Tab') insert(chosen);
    else if (key === 'ArrowDown') setActive((at + 1) % found.length);
    else if (key === 'ArrowUp') setActive((at - 1 + found.length) % found.length);
    else return false;
    return true;
  };

  return {
    open,
    loading: open && !replies,
    /** None was ever saved. */
    none: replies?.length === 0,
    found,
    at,
    listId,
    insert,
    onKeyDown,
  };
};
