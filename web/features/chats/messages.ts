// Messages of a conversation as the cache holds them: in the order of their places, without gaps.
import type { Data } from '../../client/api/api.ts';

export type Message = Data<'GET /chats/{slug}/messages'>[number];

/** What is loaded of one conversation. */
export type Messages = {
  /** Neighbours in the conversation, oldest first. */
  messages: readonly Message[];
  /** The newest is among them: what arrives follows them. False after a jump to an older one. */
  newest: boolean;
  /** Ids of messages that have changed since they were loaded. */
  stale: readonly string[];
};

export const NO_MESSAGES: Messages = { messages: [], newest: true, stale: [] };

/** Both, once each; what was found replaces what was cached. */
export const mergeMessages = (
  cached: readonly Message[],
  found: readonly Message[],
): readonly Message[] => {
  if (found.length === 0) return cached;
  const byId = new Map(cached.map((message) => [message.id, message]));
  for (const message of found) byId.set(message.id, message);
  return [...byId.values()].toSorted((one, other) => one.seq - other.seq);
};

/** Marks a message as changed; the same object when it is not loaded. */
export const withStale = (cached: Messages, id: string): Messages =>
  cached.messages.some((message) => message.id === id) && !cached.stale.includes(id)
    ? { ...cached, stale: [...cached.stale, id] }
    : cached;
