// Upload credentials are reused for retries of the same file until they expire. Source:
// specification section 7.

/** Minimum remaining lifetime at the start of an attempt. */
const SPARE_MS = 1_000;

/** Returns the same credentials while they are valid for more than a second, new ones otherwise. */
export const reuseCredentials = <T extends { expiresAt: string }>(
  ask: () => Promise<T>,
  nowMs: () => number = Date.now,
): (() => Promise<T>) => {
  let cached: T | null = null;
  return async () =>
    (cached = cached && Date.parse(cached.expiresAt) - nowMs() > SPARE_MS ? cached : await ask());
};
