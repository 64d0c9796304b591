// Work of one process that takes turns by name: first come, first served, as long as each is ready
// to wait.

export type QueuesByName = {
  /** Waits for its turn. False: the patience ended first, and there is nothing to leave. */
  enter(name: string, patience: AbortSignal): Promise<boolean>;
  /** Ends a turn that `enter` gave; the next one begins. */
  leave(name: string): void;
  /** Whether a turn under this name has begun and not ended. */
  has(name: string): boolean;
};

export const queuesByName = (): QueuesByName => {
  /** Work that waits; a name is here for as long as a turn goes on. */
  const waiting = new Map<string, Set<() => void>>();
  return {
    enter: (name, patience) => {
      const queue = waiting.get(name);
      if (!queue) {
        waiting.set(name, new Set());
        return Promise.resolve(true);
      }
      if (patience.aborted) return Promise.resolve(false);
      return new Promise((resolve) => {
        const begin = (): void => {
          patience.removeEventListener('abort', giveUp);
          resolve(true);
        };
        const giveUp = (): void => {
          queue.delete(begin);
          resolve(false);
        };
        queue.add(begin);
        patience.addEventListener('abort', giveUp, { once: true });
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
