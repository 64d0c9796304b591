// The newest lines of a room, asked for while others are heard.

/** A line, as far as it matters here. */
type Heard = { id: string };

/** What was heard while the newest lines of a room were asked for, for each answer that is awaited. */
const awaiting = new Set<{ liveId: string; heard: Heard[]; deleted: Set<string> }>();

/**
 * Asks for the newest lines of a room. The answer may be older than what is heard before it comes:
 * lines that came are added, and lines that were deleted are left out.
 */
export const askForNewest = async <Line extends Heard, Page extends { data: Line[] }>(
  liveId: string,
  ask: () => Promise<Page>,
): Promise<Page> => {
  const awaited = { liveId, heard: [] as Heard[], deleted: new Set<string>() };
  awaiting.add(awaited);
  try {
    const page = await ask();
    const known = new Set(page.data.map(({ id }) => id));
    const came = awaited.heard.filter(({ id }) => !known.has(id));
    const data = [...(came as Line[]), ...page.data].filter(({ id }) => !awaited.deleted.has(id));
    return { ...page, data };
  } finally {
    awaiting.delete(awaited);
  }
};

/** Adds a received message to every awaited reply of the room. */
export const hearLine = (liveId: string, line: Heard): void => {
  for (const one of awaiting) if (one.liveId === liveId) one.heard.unshift(line);
};

export const forgetLines = (ids: readonly string[]): void => {
  for (const one of awaiting) for (const id of ids) one.deleted.add(id);
};
