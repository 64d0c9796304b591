// Lines on their way: shown at once, replaced by the line of the reply or of the event, kept when they
// failed.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { newIdempotencyKey } from '../../../client/api/api.ts';
import { ApiError } from '../../../client/api/errors.ts';
import { m } from '../../../paraglide/messages.js';
import { liveKeys } from '../keys.ts';
import { addLine } from './lines.ts';
import { hearLine } from './newest-lines.ts';
import { type Line, type Lines, say } from './queries.ts';

export type Outgoing = { key: string; text: string; problem: string | null };

export const useOutgoing = (liveId: string, lines: readonly Line[]) => {
  const client = useQueryClient();
  const [all, setAll] = useState<readonly Outgoing[]>([]);
  const heard = new Set(lines.map(({ clientKey }) => clientKey));
  // What the room has heard is in the chat already.
  const outgoing = all.filter(({ key }) => !heard.has(key));

  const discard = (key: string): void =>
    setAll((before) => before.filter((one) => one.key !== key));
  const send = async (line: Outgoing): Promise<void> => {
    setAll((before) => [...before.filter(({ key }) => key !== line.key), line]);
    try {
      const { data } = await say(liveId, line.text, line.key);
      hearLine(liveId, data);
      client.setQueryData<Lines>(liveKeys.messages(liveId), (held) => held && addLine(held, data));
      discard(line.key);
    } catch (error) {
      const problem = error instanceof ApiError ? error.message : m.network_failed();
      setAll((before) => before.map((one) => (one.key === line.key ? { ...one, problem } : one)));
    }
  };
  return {
    outgoing,
    send: (text: string) => void send({ key: newIdempotencyKey(), text, problem: null }),
    /** With the same key, so that it is said once. */
    retry: (line: Outgoing) => void send({ ...line, problem: null }),
    discard,
  };
};
