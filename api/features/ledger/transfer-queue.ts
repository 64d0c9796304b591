// Writes transfers to the database in batches that callers share, through conflicts and short
// outages.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Coalescer,
  type CoalescerOptions,
  type Outcome,
  createCoalescer,
} from '../../platform/coalescer/coalescer.ts';
import type { Database } from '../../platform/database/database.ts';
import { isConflict, isOutage } from '../../platform/database/database-errors.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { type PostOutcome, type PostingItem, postBatch } from './store.ts';

/**
 * Limits of the batching. A second batch starts beside a slow one, for example when another
 * transaction holds a payer's lock.
 */
export type BatchLimits = Pick<
  CoalescerOptions<PostingItem, PostOutcome>,
  'maxBatch' | 'maxInFlight' | 'patienceMs' | 'maxQueued'
>;
export const BATCH_LIMITS: BatchLimits = {
  maxBatch: 128,
  maxInFlight: 4,
  patienceMs: 25,
  maxQueued: 5_000,
};

const CONFLICT_RETRIES = 6;
const CONFLICT_PAUSE_MS = 4;
/** Pauses while the database can't be reached: about 10 s, longer than a restart after a crash. */
const OUTAGE_PAUSES_MS = [50, 100, 200, 400, 800, 1_600, 3_200, 3_200];

/**
 * Retries a batch after conflicts and outages: the items' idempotency keys make that safe. Throws
 * what a retry can't solve.
 */
const postWithRetries = async (db: Database, items: PostingItem[]): Promise<PostOutcome[]> => {
  let conflicts = 0;
  let outages = 0;
  for (;;) {
    try {
      return await postBatch(db, items);
    } catch (error) {
      if (isConflict(error) && conflicts < CONFLICT_RETRIES) {
        await sleep(Math.random() * CONFLICT_PAUSE_MS * 2 ** conflicts);
        conflicts += 1;
      } else if (isOutage(error)) {
        const pauseMs = OUTAGE_PAUSES_MS[outages];
        if (pauseMs === undefined)
          throw new AppError('server.unavailable', { retryAfterSeconds: 5 });
        outages += 1;
        await sleep(pauseMs);
      } else throw error;
    }
  }
};

/**
 * An item that the database can't accept (for example a profile that does not exist) fails its
 * whole statement: each item is then sent by itself.
 */
const postSeparately = async (
  db: Database,
  items: PostingItem[],
): Promise<Outcome<PostOutcome>[]> => {
  const outcomes: Outcome<PostOutcome>[] = [];
  for (const item of items) {
    try {
      const [answer] = await postWithRetries(db, [item]);
      outcomes.push(
        answer ? { value: answer } : { error: new Error('ledger_post answered nothing') },
      );
    } catch (error) {
      outcomes.push({ error });
    }
  }
  return outcomes;
};

/**
 * Queues transfers; those of one moment share a transaction. Calls `committed` after each batch.
 */
export const createTransferQueue = (
  db: Database,
  batching: BatchLimits,
  committed: () => void,
): Coalescer<PostingItem, PostOutcome> =>
  createCoalescer<PostingItem, PostOutcome>({
    ...batching,
    overflow: () => new AppError('server.unavailable', { retryAfterSeconds: 1 }),
    run: async (items) => {
      try {
        return (await postWithRetries(db, items)).map((value) => ({ value }));
      } catch (error) {
        if (items.length === 1 || error instanceof AppError) throw error;
        return await postSeparately(db, items);
      } finally {
        committed();
      }
    },
  });
