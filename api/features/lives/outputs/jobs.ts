// Background work on segments and recordings.
import type { LiveCutId } from '@camarim/contract/features/lives/recordings';
import { transaction } from '../../../platform/database/transaction.ts';
import type { Ctx } from '../../../context.ts';
import { collectSegments, deletePassing } from './collect.ts';
import { makeCut } from './cut-recording.ts';
import { CUT_JOB } from './recordings.ts';
import { deleteRecordings, expiredRecordings, markCutFailed } from './recordings-store.ts';

const SWEEP_JOB = 'lives.sweepSegments';
const RECORDINGS_AT_ONCE = 100;

declare module '../../../platform/jobs/port.ts' {
  interface JobPayloads {
    'lives.cut': { cutId: LiveCutId };
    'lives.sweepSegments': Record<never, never>;
  }
}

const deleteExpired = async (ctx: Ctx): Promise<void> => {
  const now = ctx.clock.now();
  const ids = await expiredRecordings(ctx.db, now, RECORDINGS_AT_ONCE);
  if (ids.length > 0) await transaction(ctx.db, (tx) => deleteRecordings(tx, ids, now));
};

/** Collects what no event said or an ended engine left, and deletes what has had its time. */
export const sweepOutputs = async (ctx: Ctx): Promise<void> => {
  await collectSegments(ctx);
  await deleteExpired(ctx);
  await deletePassing(ctx);
};

export const defineOutputJobs = (ctx: Ctx): void => {
  ctx.jobs.define(
    SWEEP_JOB,
    { retries: 0, backoffSeconds: 1, expireSeconds: 50, concurrency: 1, cron: '* * * * *' },
    () => sweepOutputs(ctx),
  );
  ctx.jobs.define(
    CUT_JOB,
    {
      retries: 3,
      backoffSeconds: 10,
      expireSeconds: 1_800,
      concurrency: 1,
      singletonKey: ({ cutId }) => cutId,
      exhausted: ({ cutId }) => markCutFailed(ctx.db, cutId, ctx.clock.now()),
    },
    ({ cutId }, { signal }) => makeCut(ctx, cutId, signal),
  );
};
