// Loads the newest messages of a room while others arrive by events.

type ReceivedMessage = { id: string };

/**
 * For each awaited reply with the newest messages: what events added and deleted in the meantime.
 */
const awaiting = new Set<{ liveId: string; received: ReceivedMessage[]; deleted: Set<string> }>();

/**
 * Loads the newest messages of a room. The reply may be older than events that arrive before it:
 * messages that they added are added, and messages that they deleted are left out.
 */
export const loadNewest = async <Message extends ReceivedMessage, Page extends { data: Message[] }>(
  liveId: string,
  ask: () => Promise<Page>,
): Promise<Page> => {
  const awaited = { liveId, received: [] as ReceivedMessage[], deleted: new Set<string>() };
  awaiting.add(awaited);
  try {
    const page = await ask();
    const known = new Set(page.data.map(({ id }) => id));
    const came = awaited.received.filter(({ id }) => !known.has(id));
    const data = [...(came as Message[]), ...page.data].filter(
      ({ id }) => !awaited.deleted.has(id),
    );
    return { ...page, data };
  } finally {
    awaiting.delete(awaited);
  }
};

/** Adds a received message to every awaited reply of the room. */
export const receiveMessage = (liveId: string, message: ReceivedMessage): void => {
  for (const one of awaiting) if (one.liveId === liveId) one.received.unshift(message);
};

export const forgetMessages = (ids: readonly string[]): void => {
  for (const one of awaiting) for (const id of ids) one.deleted.add(id);
};
