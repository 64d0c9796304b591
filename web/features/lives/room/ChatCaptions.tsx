// Reads the chat out to screen readers, at a pace that can be listened to.
import { useEffect, useRef, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { tipText } from './ChatLine.tsx';
import type { Line } from './queries.ts';

const EVERY_MS = 4_000;
/** Announces the newest messages since the last time, and the number of the others. */
const READ_OUT = 3;

const sentence = (line: Line): string =>
  [line.profile.exibitionName, tipText(line), line.text].filter(Boolean).join(', ');

/** What is read out of the lines that are newer than the last one that was; newest first. */
export const captionOf = (lines: readonly Line[], lastId: string | null): string => {
  const at = lines.findIndex(({ id }) => id === lastId);
  const fresh = at === -1 ? lines.slice(0, READ_OUT) : lines.slice(0, at);
  const read = fresh.slice(0, READ_OUT).toReversed().map(sentence);
  const left = fresh.length - read.length;
  return [...(left > 0 ? [m.live_chat_more({ count: left })] : []), ...read].join('. ');
};

export const ChatCaptions = ({ lines }: { lines: readonly Line[] }) => {
  const [text, setText] = useState('');
  const latest = useRef(lines);
  latest.current = lines;
  // What was there on arrival is read in the chat itself.
  const last = useRef<string | null>(lines[0]?.id ?? null);
  useEffect(() => {
    const timer = setInterval(() => {
      const newest = latest.current[0]?.id ?? null;
      if (newest === null || newest === last.current) return;
      if (last.current !== null) setText(captionOf(latest.current, last.current));
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
