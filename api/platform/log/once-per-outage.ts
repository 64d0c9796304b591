// Logs an outage once: every call fails during it, and a line for each would add nothing.

/** An outage is over when it was quiet for so long. */
const QUIET_MS = 30_000;

/**
 * Returns whether a failure is the first of an outage. `nowMs` is monotonic; tests pass their own.
 */
export const outages = (nowMs: () => number = () => performance.now()): { begins(): boolean } => {
  let lastMs = -Infinity;
  return {
    begins() {
      const previousMs = lastMs;
      lastMs = nowMs();
      return lastMs - previousMs > QUIET_MS;
    },
  };
};
