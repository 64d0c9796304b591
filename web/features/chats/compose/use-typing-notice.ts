// Tells the other one that the viewer is writing, every few seconds while they do.
import type { ChatId } from '@camarim/contract/features/chats';
import { useRef } from 'react';
import { call } from '../../../client/api/api.ts';

const EVERY_MS = 3_000;
/** It is repeated soon, so that its errors are not shown. */
const SILENT = [0, 400, 403, 404, 429, 500, 503];

/** Call what it returns at each change of the text. */
export const useTypingNotice = (chatId: ChatId | undefined): (() => void) => {
  const sentAt = useRef(Number.NEGATIVE_INFINITY);
  return () => {
    const now = performance.now();
    if (chatId === undefined || now - sentAt.current < EVERY_MS) return;
    sentAt.current = now;
    void call('POST /chats/{id}/typing', { params: { id: chatId }, handled: SILENT }).catch(
      () => undefined,
    );
  };
};
