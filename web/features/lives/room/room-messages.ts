// Messages of the chat of a room in the cache: new ones, deleted ones, and items that were done.
import type { RoomMessage, RoomMessages } from './queries.ts';

/** A busy room would fill the memory of who watches it for hours. */
export const MESSAGES_KEPT = 300;

const mapMessages = (
  messages: RoomMessages,
  change: (page: RoomMessage[]) => RoomMessage[],
): RoomMessages => ({
  ...messages,
  pages: messages.pages.map((page) => ({ ...page, data: change(page.data) })),
});

/**
 * Adds a message as the newest one, once. Older ones than are kept are loaded again when scrolled
 * to.
 */
export const addMessage = (messages: RoomMessages, message: RoomMessage): RoomMessages => {
  const [newest, ...older] = messages.pages;
  if (!newest || messages.pages.some(({ data }) => data.some(({ id }) => id === message.id)))
    return messages;
  const data = [message, ...newest.data];
  if (data.length <= MESSAGES_KEPT) return { ...messages, pages: [{ ...newest, data }, ...older] };
  return {
    pageParams: messages.pageParams.slice(0, 1),
    pages: [{ ...newest, data: data.slice(0, MESSAGES_KEPT), cursor: null }],
  };
};

export const removeMessages = (messages: RoomMessages, ids: readonly string[]): RoomMessages =>
  mapMessages(messages, (page) => page.filter(({ id }) => !ids.includes(id)));

export const markDone = (messages: RoomMessages, messageId: string, done: boolean): RoomMessages =>
  mapMessages(messages, (page) =>
    page.map((message) =>
      message.id === messageId && message.tip
        ? { ...message, tip: { ...message.tip, done } }
        : message,
    ),
  );

/** Newest first. */
export const allMessages = (messages: RoomMessages | undefined): RoomMessage[] =>
  messages?.pages.flatMap(({ data }) => data) ?? [];
