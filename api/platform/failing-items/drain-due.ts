// Work on everything that is due: rows are taken in batches, a failing one is postponed and logged,
// and the others continue.
import { HOUR_MS } from '@camarim/contract/time';
import type { Platform } from '../platform.ts';
import { failingAmong, forgetFailure, recordFailure } from './store.ts';

/** The wait doubles with each consecutive failure. */
const WAIT_MS = { first: 60_000, longest: 6 * HOUR_MS };
const ERROR_LENGTH_MAX = 500;

export type DueWork<Item> = {
  /** Name of the job; `take` leaves out its postponed items with `notPostponed(job, ...)`. */
  job: string;
  /** Items that are taken together. A smaller batch is the last one. */
  batch: number;
  /**
   * Takes up to `batch` due items: they leave the query, or the query continues behind `last`, the
   * last item of the batch before.
   */
  take: (now: Date, last: Item | null) => Promise<readonly Item[]>;
  idOf: (item: Item) => string;
  /** No further item is started once it is aborted. */
  signal?: AbortSignal | undefined;
  /** Items that are worked on at the same time; one unless said otherwise. */
  atOnce?: number;
  /**
   * Batches in a row without progress after which the rest waits for the next run; one unless said
   * otherwise.
   */
  idleBatches?: number;
  /** Items of one run. */
  most?: number;
};

type Parts = Pick<Platform, 'db' | 'clock' | 'log'>;

/**
 * Works on all that is due. `run` returns false when it made no progress: its gateway gives no
 * answer, or another process has the item. When it throws, the failure is recorded with the time of
 * the item's next attempt and logged as an error; it is thrown only when it can't be recorded,
 * because then the database is down and every other item would fail as well.
 */
export const drainDue = async <Item>(
  platform: Parts,
  due: DueWork<Item>,
  run: (item: Item) => Promise<boolean | void>,
): Promise<void> => {
  const { batch, take, signal, idleBatches = 1, most = Infinity } = due;
  let last: Item | null = null;
  let idle = 0;
  for (let taken = 0; taken < most && idle < idleBatches; taken += batch) {
    const items: readonly Item[] = await take(platform.clock.now(), last);
    const progressed = await workOnEach(platform, due, items, run);
    if (signal?.aborted || items.length < batch) return;
    idle = progressed ? 0 : idle + 1;
    last = items.at(-1) ?? null;
  }
};

/** Returns whether at least one item was done or postponed. */
const workOnEach = async <Item>(
  platform: Parts,
  { job, idOf, signal, atOnce = 1 }: DueWork<Item>,
  items: readonly Item[],
  run: (item: Item) => Promise<boolean | void>,
): Promise<boolean> => {
  const failing = await failingAmong(platform.db, job, items.map(idOf));
  const one = async (item: Item): Promise<boolean> => {
    const id = idOf(item);
    try {
      const progressed = await run(item);
      if (failing.has(id)) await forgetFailure(platform.db, job, id);
      return progressed !== false;
    } catch (error) {
      await postpone(platform, job, id, error);
      return true;
    }
  };
  let progressed = false;
  for (let start = 0; start < items.length && !signal?.aborted; start += atOnce) {
    const outcomes = await Promise.all(items.slice(start, start + atOnce).map(one));
    progressed ||= outcomes.includes(true);
  }
  return progressed;
};

/** Records the failure of an item with the time of its next attempt, and logs it as an error. */
export const postpone = async (
  { db, clock, log }: Parts,
  job: string,
  id: string,
  error: unknown,
): Promise<void> => {
  const message = String(error).slice(0, ERROR_LENGTH_MAX);
  const { failures, retryAt } = await recordFailure(
    db,
    { work: job, id, now: clock.now(), error: message },
    WAIT_MS,
  );
  log.error(
    { err: error, work: job, itemId: id, failures, retryAt: retryAt.toISOString() },
    'an item of a batch failed and is postponed; the batch goes on',
  );
};
