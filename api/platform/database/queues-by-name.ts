// In-process queues by name: first in, first out, with a timeout for each caller.

export type QueuesByName = {
  /**
   * Waits for the caller's turn. False when the signal aborted first; then `leave` must not be
   * called.
   */
  enter(name: string, deadline: AbortSignal): Promise<boolean>;
  /** Ends the caller's turn and starts the next. */
  leave(name: string): void;
  /** Whether a turn under this name has begun and not ended. */
  has(name: string): boolean;
};

export const queuesByName = (): QueuesByName => {
  /** Work that waits; a name is here for as long as a turn goes on. */
  const waiting = new Map<string, Set<() => void>>();
  return {
    enter: (name, deadline) => {
      const queue = waiting.get(name);
      if (!queue) {
        waiting.set(name, new Set());
        return Promise.resolve(true);
      }
      if (deadline.aborted) return Promise.resolve(false);
      return new Promise((resolve) => {
        const begin = (): void => {
          deadline.removeEventListener('abort', giveUp);
          resolve(true);
        };
        const giveUp = (): void => {
          queue.delete(begin);
          resolve(false);
        };
        queue.add(begin);
        deadline.addEventListener('abort', giveUp, { once: true });
      });
    },
    leave: (name) => {
      const queue = waiting.get(name);
      const [next] = queue ?? [];
      if (!next) return void waiting.delete(name);
      queue?.delete(next);
      next();
    },
    has: (name) => waiting.has(name),
  };
};
