// Work over a batch of due items: a failing item is postponed and logged, and the other items
// continue.
import type { Platform } from '../platform.ts';
import { failingAmong, forgetFailure, recordFailure } from './store.ts';

/** The wait doubles with each consecutive failure. */
const WAIT_MS = { first: 60_000, longest: 6 * 3_600_000 };
const ERROR_LENGTH_MAX = 500;

export type Batch<Item> = {
  /**
   * Name of the job; the batch's query leaves out its postponed items with `notPostponed(work,
   * ...)`.
   */
  work: string;
  items: readonly Item[];
  idOf: (item: Item) => string;
  /** No further item is started once it is aborted. */
  signal?: AbortSignal | undefined;
  /** Items that are worked on at the same time; one unless said otherwise. */
  atOnce?: number;
};

/**
 * Works on each item and returns the results of the successful ones, in order. A failure is
 * recorded with the time of the item's next attempt and logged as an error. It is thrown only when
 * it can't be recorded, because then the database is down and every other item would fail as well.
 */
export const workOnEach = async <Item, Result>(
  platform: Pick<Platform, 'db' | 'clock' | 'log'>,
  { work, items, idOf, signal, atOnce = 1 }: Batch<Item>,
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> => {
  const failing = await failingAmong(platform.db, work, items.map(idOf));
  const results: Result[] = [];
  const one = async (item: Item): Promise<{ result: Result } | null> => {
    const id = idOf(item);
    try {
      const result = await run(item);
      if (failing.has(id)) await forgetFailure(platform.db, work, id);
      return { result };
    } catch (error) {
      await postpone(platform, work, id, error);
      return null;
    }
  };
  for (let start = 0; start < items.length && !signal?.aborted; start += atOnce) {
    const settled = await Promise.all(items.slice(start, start + atOnce).map(one));
    for (const done of settled) if (done) results.push(done.result);
  }
  return results;
};

const postpone = async (
  { db, clock, log }: Pick<Platform, 'db' | 'clock' | 'log'>,
  work: string,
  id: string,
  error: unknown,
): Promise<void> => {
  const message = String(error).slice(0, ERROR_LENGTH_MAX);
  const { failures, retryAt } = await recordFailure(
    db,
    { work, id, now: clock.now(), error: message },
    WAIT_MS,
  );
  log.error(
    { err: error, work, itemId: id, failures, retryAt: retryAt.toISOString() },
    'an item of a batch failed and is postponed; the batch goes on',
  );
};
