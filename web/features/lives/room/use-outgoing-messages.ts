// Messages that are being sent: shown at once, replaced by the message of the reply or of the
// event, kept when they failed.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { newIdempotencyKey } from '../../../client/api/api.ts';
import { ApiError } from '../../../client/api/errors.ts';
import { m } from '../../../paraglide/messages.js';
import { liveKeys } from '../keys.ts';
import { receiveMessage } from './newest-messages.ts';
import { type RoomMessage, type RoomMessages, sendRoomMessage } from './queries.ts';
import { addMessage } from './room-messages.ts';

export type OutgoingMessage = { key: string; text: string; problem: string | null };

export const useOutgoingMessages = (liveId: string, messages: readonly RoomMessage[]) => {
  const client = useQueryClient();
  const [all, setAll] = useState<readonly OutgoingMessage[]>([]);
  const received = new Set(messages.map(({ clientKey }) => clientKey));
  // Received messages are in the chat already.
  const outgoing = all.filter(({ key }) => !received.has(key));

  const discard = (key: string): void =>
    setAll((before) => before.filter((one) => one.key !== key));
  const send = async (message: OutgoingMessage): Promise<void> => {
    setAll((before) => [...before.filter(({ key }) => key !== message.key), message]);
    try {
      const { data } = await sendRoomMessage(liveId, message.text, message.key);
      receiveMessage(liveId, data);
      client.setQueryData<RoomMessages>(
        liveKeys.messages(liveId),
        (cached) => cached && addMessage(cached, data),
      );
      discard(message.key);
    } catch (error) {
      const problem = error instanceof ApiError ? error.message : m.network_failed();
      setAll((before) =>
        before.map((one) => (one.key === message.key ? { ...one, problem } : one)),
      );
    }
  };
  return {
    outgoing,
    send: (text: string) => void send({ key: newIdempotencyKey(), text, problem: null }),
    /** With the same key, so that it is sent once. */
    retry: (message: OutgoingMessage) => void send({ ...message, problem: null }),
    discard,
  };
};
