// Credentials of an upload are good for every try of the same file until they end. Source:
// specification section 7.

/** They must hold for longer than this when a try begins. */
const SPARE_MS = 1_000;

/**
 * Answers the same credentials while they hold for more than a second, and asks for new ones
 * otherwise.
 */
export const reuseCredentials = <T extends { expiresAt: string }>(
  ask: () => Promise<T>,
  nowMs: () => number = Date.now,
): (() => Promise<T>) => {
  let held: T | null = null;
  return async () =>
    (held = held && Date.parse(held.expiresAt) - nowMs() > SPARE_MS ? held : await ask());
};
