// A tip is a moment for everyone in the room: a burst, and for some seconds its words over the
// picture.
import { useEffect, useRef, useState } from 'react';
import { loadBurst } from '../../funds/index.ts';
import type { RoomMessage } from './queries.ts';

const SHOWN_MS = 4_000;
const SHOWN_BEFORE_OTHERS_MS = 2_000;
/** The oldest of more give way; the chat has all of them. */
const WAITING_MAX = 6;

/**
 * The tip whose words are shown now. Messages are newest first, and undefined until they are known;
 * `own`: whose tips their own dialog has shown already.
 */
export const useTipMoments = (
  messages: readonly RoomMessage[] | undefined,
  own: string | undefined,
): RoomMessage | null => {
  const known = useRef<ReadonlySet<string> | null>(null);
  const [waiting, setWaiting] = useState<readonly string[]>([]);
  useEffect(() => {
    if (!messages) return;
    const before = known.current;
    known.current = new Set(messages.map(({ id }) => id));
    // Messages from before one came are no news, and neither are older ones that are loaded later.
    // No one looks at a page in the background.
    if (!before || document.hidden) return;
    const since = messages.findIndex(({ id }) => before.has(id));
    const news = (since === -1 ? messages : messages.slice(0, since))
      .filter(({ tip, profile }) => tip !== null && profile.id !== own)
      .map(({ id }) => id)
      .toReversed();
    if (news.length === 0) return;
    setWaiting((ids) => [...ids, ...news].slice(-WAITING_MAX));
    void loadBurst().then((burst) => burst?.());
  }, [messages, own]);

  // A message that was deleted is not shown any more.
  const [shown, ...others] = waiting.flatMap(
    (id) => messages?.find((message) => message.id === id) ?? [],
  );
  const id = shown?.id;
  const isFollowed = others.length > 0;
  useEffect(() => {
    if (id === undefined) return;
    const timer = setTimeout(
      () => setWaiting((ids) => ids.slice(ids.indexOf(id) + 1)),
      isFollowed ? SHOWN_BEFORE_OTHERS_MS : SHOWN_MS,
    );
    return () => clearTimeout(timer);
  }, [id, isFollowed]);
  return shown ?? null;
};
