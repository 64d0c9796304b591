// Works on many items a few at a time, so that a gateway is not sent all requests at once.
import pLimit from 'p-limit';

const CONCURRENCY = 8;

/**
 * Maps every item and returns the results in order. When some fail, the others are finished first,
 * then the first failure is thrown.
 */
export const mapWithConcurrency = async <Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> => {
  const limit = pLimit(CONCURRENCY);
  const settled = await Promise.allSettled(items.map((item) => limit(work, item)));
  return settled.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
};
