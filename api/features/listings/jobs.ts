// Jobs that keep listings up to date: stale ones each minute, popularity every ten minutes.
import type { ProfileId } from '@camarim/contract/ids';
import { transaction } from '../../platform/database/transaction.ts';
import type { Ctx } from '../../context.ts';
import { countListings, lockStaleListings, recountListings } from './store.ts';

declare module '../../platform/jobs/port.ts' {
  interface JobPayloads {
    'listings.count': Record<never, never>;
    'listings.recount': Record<never, never>;
  }
}

/** Few at once: a creator who publishes waits while their listing is being counted. */
const BATCH = 20;
const RECOUNT_BATCH = 1_000;
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

/** Brings popularity and recent posts of all listings up to date. */
export const recountAllListings = async ({ db, clock }: Ctx): Promise<void> => {
  let after: ProfileId | null = FIRST_ID;
  while (after !== null) after = await recountListings(db, after, RECOUNT_BATCH, clock.now());
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
    () => recountAllListings(ctx),
  );
};
