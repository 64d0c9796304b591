// Gathers calls that arrive together into one run, and answers each caller separately.

/** What became of one item. */
export type Outcome<Out> = { value: Out } | { error: unknown };

export type CoalescerOptions<In, Out> = {
  /** Answers every item, in order; when it throws, every caller of the batch gets the error. */
  run: (batch: In[]) => Promise<Outcome<Out>[]>;
  /** Items of one run. */
  maxBatch: number;
  /** Runs under way at once; while all are, items queue and the next run takes them together. */
  maxInFlight: number;
  /** Items that may wait; beyond it `overflow` is thrown. */
  maxQueued: number;
  overflow: () => Error;
};

export type Coalescer<In, Out> = (item: In) => Promise<Out>;

type Waiting<In, Out> = { item: In; resolve: (value: Out) => void; reject: (error: unknown) => void };

/** Answers a function that behaves like a single call and is run in batches. An idle one runs at once: at low load waiting only costs. */
export const createCoalescer = <In, Out>({ run, maxBatch, maxInFlight, maxQueued, overflow }: CoalescerOptions<In, Out>): Coalescer<In, Out> => {
  let queue: Waiting<In, Out>[] = [];
  let inFlight = 0;
  let scheduled = false;

  const runBatch = async (batch: Waiting<In, Out>[]): Promise<void> => {
    try {
      const outcomes = await run(batch.map(({ item }) => item));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const outcome = outcomes[index] ?? { error: new Error('a batch answered fewer items than it was given') };
        if ('error' in outcome) reject(outcome.error);
        else resolve(outcome.value);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    inFlight -= 1;
    schedule();
  };

  const flush = (): void => {
    scheduled = false;
    while (queue.length > 0 && inFlight < maxInFlight) {
      inFlight += 1;
      const batch = queue.slice(0, maxBatch);
      queue = queue.slice(maxBatch);
      void runBatch(batch);
    }
  };

  // After the I/O of this turn of the event loop: requests that arrived together leave together.
  const schedule = (): void => {
    if (scheduled || queue.length === 0 || inFlight >= maxInFlight) return;
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
