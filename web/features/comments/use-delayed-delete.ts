// Deleting a comment with a way back: the call is made some seconds after the press, or at once
// when the person leaves the page.
import { useEffect, useRef, useState } from 'react';
import { type Comment, useDeleteComment } from './queries.ts';

const UNDO_MS = 5_000;

/** `waiting`: the comment looks deleted, and `undo` keeps it. */
export const useDelayedDelete = (comment: Comment) => {
  const [waiting, setWaiting] = useState(false);
  const undone = useRef(false);
  const { mutate } = useDeleteComment(comment);
  const send = useRef(mutate);
  send.current = mutate;

  useEffect(() => {
    if (!waiting) return;
    let sent = false;
    const once = () => {
      if (sent) return;
      sent = true;
      // Its placeholder takes the place when it has replies, and the comment itself on failure.
      send.current(undefined, { onSettled: () => setWaiting(false) });
    };
    const timer = setTimeout(once, UNDO_MS);
    const onHidden = () => {
      if (document.hidden) once();
    };
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onHidden);
      // Taken off the page while it waited.
      if (!undone.current) once();
    };
  }, [waiting]);

  return {
    waiting,
    begin: () => {
      undone.current = false;
      setWaiting(true);
    },
    undo: () => {
      undone.current = true;
      setWaiting(false);
    },
  };
};
