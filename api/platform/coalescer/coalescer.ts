// Gathers concurrent calls into one run and answers each caller separately.

/** The result of one item. */
export type Outcome<Out> = { value: Out } | { error: unknown };

/** Turns an error of one item's last step into its outcome, so that the other items succeed. */
export const outcomeOf = <Out>(finish: () => Out): Outcome<Out> => {
  try {
    return { value: finish() };
  } catch (error) {
    return { error };
  }
};

export type CoalescerOptions<In, Out> = {
  /** Answers every item, in order; when it throws, every caller of the batch gets the error. */
  run: (batch: In[]) => Promise<Outcome<Out>[]>;
  /** Items of one run. */
  maxBatch: number;
  /** Runs under way at once. */
  maxInFlight: number;
  /**
   * While one run is under way items gather for the next; after this long, or with a full batch,
   * another starts beside it.
   */
  patienceMs: number;
  /** Items that may wait; beyond it `overflow` is thrown. */
  maxQueued: number;
  overflow: () => Error;
};

export type Coalescer<In, Out> = (item: In) => Promise<Out>;

type QueuedItem<In, Out> = {
  item: In;
  resolve: (value: Out) => void;
  reject: (error: unknown) => void;
};

/**
 * Returns a function that behaves like a single call and runs in batches. When idle it runs at
 * once, because waiting at low load gains nothing. When busy it runs one large batch after the
 * other, and several at once only when a run is slow.
 */
export const createCoalescer = <In, Out>({
  run,
  maxBatch,
  maxInFlight,
  patienceMs,
  maxQueued,
  overflow,
}: CoalescerOptions<In, Out>): Coalescer<In, Out> => {
  let queue: QueuedItem<In, Out>[] = [];
  let inFlight = 0;
  let scheduled = false;
  let patience: NodeJS.Timeout | undefined;

  const runBatch = async (batch: QueuedItem<In, Out>[]): Promise<void> => {
    try {
      const outcomes = await run(batch.map(({ item }) => item));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const outcome = outcomes[index] ?? {
          error: new Error('a batch answered fewer items than it was given'),
        };
        if ('error' in outcome) reject(outcome.error);
        else resolve(outcome.value);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    inFlight -= 1;
    schedule();
  };

  const start = (): void => {
    inFlight += 1;
    clearTimeout(patience);
    patience = undefined;
    const batch = queue.slice(0, maxBatch);
    queue = queue.slice(maxBatch);
    void runBatch(batch);
  };

  const flush = (): void => {
    scheduled = false;
    if (inFlight === 0 && queue.length > 0) start();
    while (queue.length >= maxBatch && inFlight < maxInFlight) start();
    if (queue.length > 0 && inFlight < maxInFlight)
      patience ??= setTimeout(losePatience, patienceMs);
  };

  const losePatience = (): void => {
    start();
    schedule();
  };

  // After the I/O of this turn of the event loop: requests that arrived together leave together.
  const schedule = (): void => {
    if (scheduled || queue.length === 0) return;
    scheduled = true;
    setImmediate(flush);
  };

  return (item) =>
    new Promise<Out>((resolve, reject) => {
      if (queue.length >= maxQueued) {
        reject(overflow());
        return;
      }
      queue.push({ item, resolve, reject });
      schedule();
    });
};
