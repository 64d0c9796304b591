// Jobs that keep listings up to date: stale ones each minute, popularity every ten minutes where it
// has changed, and all of it each night.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProfileId } from '@camarim/contract/ids';
import { transaction } from '../../platform/database/transaction.ts';
import type { Ctx } from '../../context.ts';
import { countListings, lockStaleListings, recountListings, recountMoved } from './store.ts';

declare module '../../platform/jobs/port.ts' {
  interface JobPayloads {
    'listings.count': Record<never, never>;
    'listings.recount': Record<never, never>;
    'listings.recountAll': Record<never, never>;
  }
}

/** Few at once: a producer who publishes waits while their listing is being counted. */
const BATCH = 20;
const RECOUNT_BATCH = 1_000;
/** Between two batches of the nightly pass, which is in no hurry. */
const PAUSE_MS = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000' as ProfileId;

/** Counts all stale listings again. */
export const countStaleListings = async ({ db, clock }: Ctx): Promise<void> => {
  for (;;) {
    const counted = await transaction(db, async (tx) => {
      const ids = await lockStaleListings(tx, BATCH);
      if (ids.length > 0) await countListings(tx, ids, clock.now());
      return ids.length;
    });
    if (counted < BATCH) return;
  }
};

/** Brings popularity and recent posts up to date where they have changed. */
export const recountMovedListings = async ({ db, clock }: Ctx): Promise<void> => {
  while ((await recountMoved(db, RECOUNT_BATCH, clock.now())) === RECOUNT_BATCH);
};

/** The same of all listings, slowly: finds changes that left no mark. */
export const recountAllListings = async ({ db, clock }: Ctx): Promise<void> => {
  let after: ProfileId | null = FIRST_ID;
  for (;;) {
    after = await recountListings(db, after, RECOUNT_BATCH, clock.now());
    if (after === null) return;
    await sleep(PAUSE_MS);
  }
};

export const defineListingsJobs = (ctx: Ctx): void => {
  ctx.jobs.define(
    'listings.count',
    { retries: 0, backoffSeconds: 1, expireSeconds: 300, concurrency: 1, cron: '* * * * *' },
    () => countStaleListings(ctx),
  );
  ctx.jobs.define(
    'listings.recount',
    { retries: 0, backoffSeconds: 1, expireSeconds: 540, concurrency: 1, cron: '*/10 * * * *' },
    () => recountMovedListings(ctx),
  );
  ctx.jobs.define(
    'listings.recountAll',
    { retries: 0, backoffSeconds: 1, expireSeconds: 7_200, concurrency: 1, cron: '41 6 * * *' },
    () => recountAllListings(ctx),
  );
};
