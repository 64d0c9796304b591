// Background work of the review of shows: frames every 30 seconds, and the end of their time.
import type { LiveId } from '@camarim/contract/features/lives';
import { FRAME_EVERY_SECONDS, FRAMES_KEPT_DAYS } from '@camarim/contract/features/lives/frames';
import { DAY_MS } from '@camarim/contract/time';
import { type Transaction, transaction } from '../../../platform/database/transaction.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import type { Ctx } from '../../../context.ts';
import {
  deleteFrames,
  type FrameKind,
  frameKey,
  FRAMES,
  keepForReport,
  livesOnAir,
  oldFrames,
} from './frames-store.ts';
import { takeFrame } from './take-frame.ts';
import { withholdLive } from './withhold.ts';
import { deleteEmptyBatches, raiseForReport, submitFrames } from '../../reviews/index.ts';

const PLAN_JOB = 'lives.planFrames';
const FRAME_JOB = 'lives.frame';
const WITHHOLD_JOB = 'lives.withhold';
const MINUTE_SECONDS = 60;
const DELETED_AT_ONCE = 500;
/** Frames so long before a report are evidence, too. */
const BEFORE_REPORT_MS = 120_000;

type FrameRequest = { liveId: LiveId; kind: FrameKind; reportId?: string };

declare module '../../../platform/jobs/port.ts' {
  interface JobPayloads {
    'lives.planFrames': Record<never, never>;
    'lives.frame': FrameRequest;
    'lives.withhold': { liveId: LiveId };
  }
}

/** Enqueues the frames of the minute that begins. */
export const planFrames = async (ctx: Ctx): Promise<void> => {
  const nowMs = ctx.clock.now().getTime();
  const ids = await livesOnAir(ctx.db);
  await transaction(ctx.db, async (tx) => {
    for (const liveId of ids)
      for (let at = 0; at < MINUTE_SECONDS; at += FRAME_EVERY_SECONDS)
        await ctx.jobs.enqueue(
          tx,
          FRAME_JOB,
          { liveId, kind: 'regular' },
          { startAfter: new Date(nowMs + at * 1_000) },
        );
  });
};

/** Deletes frames whose week is over, and their review with the last of them. */
export const deleteOldFrames = async ({ db, blobs, clock, config }: Ctx): Promise<void> => {
  const daysAgo = (days: number): Date => new Date(clock.now().getTime() - days * DAY_MS);
  const old = {
    before: daysAgo(FRAMES_KEPT_DAYS),
    contestableSince: daysAgo(config.APPEAL_DAYS),
    most: DELETED_AT_ONCE,
  };
  for (;;) {
    const frames = await oldFrames(db, old);
    for (const { id, liveId } of frames) await blobs.delete(FRAMES, frameKey(liveId, id));
    await deleteFrames(
      db,
      frames.map(({ id }) => id),
    );
    if (frames.length < DELETED_AT_ONCE) break;
  }
  await deleteEmptyBatches(db);
};

/** Requests the first frame of a show, where the installation wants faces to be checked. */
export const requestStartFrame = async (
  ctx: Ctx,
  tx: Transaction,
  liveId: LiveId,
): Promise<void> => {
  if (ctx.config.LIVE_FACE_CHECK) await ctx.jobs.enqueue(tx, FRAME_JOB, { liveId, kind: 'start' });
};

/** In the transaction of the report: its evidence is the last frames, and a new one. */
export const requestEvidence = async (
  ctx: Ctx,
  tx: Transaction,
  { liveId, reportId }: { liveId: LiveId; reportId: string },
): Promise<void> => {
  const now = ctx.clock.now();
  const after = new Date(now.getTime() - BEFORE_REPORT_MS);
  const batchId = newId();
  const waiting = await raiseForReport(tx, { liveId, after });
  const producerId = await keepForReport(tx, { liveId, reportId, batchId, waiting, after });
  if (producerId) await submitFrames(tx, { batchId, producerId, cause: 'report', now });
  await ctx.jobs.enqueue(tx, FRAME_JOB, { liveId, kind: 'report', reportId });
};

export const defineReviewJobs = (ctx: Ctx): void => {
  ctx.jobs.define(
    PLAN_JOB,
    { retries: 0, backoffSeconds: 1, expireSeconds: 50, concurrency: 1, cron: '* * * * *' },
    async () => {
      await planFrames(ctx);
      await deleteOldFrames(ctx);
    },
  );
  // A frame that failed is followed by another one.
  ctx.jobs.define(
    FRAME_JOB,
    { retries: 1, backoffSeconds: 2, expireSeconds: 60, concurrency: 2 },
    async (request, { signal }) => void (await takeFrame(ctx, request, signal)),
  );
  // The engine may be away for a moment; what it forwards is taken from the watchers all the same.
  ctx.jobs.define(
    WITHHOLD_JOB,
    { retries: 10, backoffSeconds: 2, expireSeconds: 60, concurrency: 2 },
    ({ liveId }) => withholdLive(ctx, liveId),
  );
};
