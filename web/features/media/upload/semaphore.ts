// Bounds the number of concurrent requests, first in, first out.

export type Semaphore = <T>(task: () => Promise<T>, signal: AbortSignal) => Promise<T>;

export const createSemaphore = (count: number): Semaphore => {
  let free = count;
  const waiting: (() => void)[] = [];
  return async (task, signal) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      signal.throwIfAborted();
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
};
