// A tip is a moment for everyone in the room.
import { useEffect, useRef } from 'react';
import { loadBurst } from '../../funds/index.ts';
import type { RoomMessage } from './queries.ts';

/** `own`: whose tips their own dialog has shown already. Newest first. */
export const useTipMoments = (messages: readonly RoomMessage[], own: string | undefined): void => {
  const newest = messages.find(({ tip }) => tip !== null);
  const seen = useRef<string | null | undefined>(undefined);
  const id = newest?.id ?? null;
  const theirs = newest !== undefined && newest.profile.id !== own;
  const arrived = messages.length > 0;
  useEffect(() => {
    // Tips from before one came are no news.
    const isNews = seen.current !== undefined && seen.current !== id;
    if (arrived || seen.current !== undefined) seen.current = id;
    if (isNews && theirs) void loadBurst().then((burst) => burst?.());
  }, [id, theirs, arrived]);
};
