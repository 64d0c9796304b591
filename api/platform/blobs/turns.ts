// Changes of one thing in this process, one after the other.

/**
 * Runs the work of one name in the order of the calls, that of different names at once. What fails
 * holds up nothing.
 */
export const createTurns = (): (<T>(name: string, work: () => Promise<T>) => Promise<T>) => {
  const last = new Map<string, Promise<unknown>>();
  return async (name, work) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(work);
    const ended = turn.catch(() => undefined);
    last.set(name, ended);
    try {
      return await turn;
    } finally {
      if (last.get(name) === ended) last.delete(name);
    }
  };
};
