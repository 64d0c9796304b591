// Work on many things a few at a time, so that no gateway is asked everything at once.

const CONCURRENCY = 8;

/**
 * Does the work on every item and answers in order. When some failed, the rest is done first, then
 * the first failure is thrown.
 */
export const mapWithConcurrency = async <Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> => {
  const settled: PromiseSettledResult<Result>[] = [];
  for (let start = 0; start < items.length; start += CONCURRENCY) {
    settled.push(...(await Promise.allSettled(items.slice(start, start + CONCURRENCY).map(work))));
  }
  return settled.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
};
