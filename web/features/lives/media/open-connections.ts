// The connections to shows that this page keeps. When the live engine was started again, an event
// of the socket says so seconds before a browser notices that its connection is gone.
const restarts = new Map<() => void, string>();

/** `restart` opens the connection to this show again. Returns the function that forgets it. */
export const rememberConnection = (liveId: string, restart: () => void): (() => void) => {
  restarts.set(restart, liveId);
  return () => void restarts.delete(restart);
};

/** Opens every connection of the page to the show again. */
export const openAgain = (liveId: string): void => {
  for (const [restart, of] of restarts) if (of === liveId) restart();
};
