// Brings the engine's segments into storage and the database. Every process may do it at any time:
// what is there already is not added again.
import { isUuid } from '@camarim/contract/ids';
import type { LiveId } from '@camarim/contract/features/lives';
import { readFile } from 'node:fs/promises';
import { transaction } from '../../../platform/database/transaction.ts';
import type { LiveSegment } from '../../../platform/live/port.ts';
import type { Ctx } from '../../../context.ts';
import {
  deletePassingSegments,
  hasSeries,
  insertSegment,
  segmentKey,
  SEGMENTS,
  seriesPrefix,
} from './segments-store.ts';

/** Players have read a segment of no recording by then. */
const PASSING_MS = 60_000;
const DELETED_AT_ONCE = 500;

const isGone = (error: unknown): boolean =>
  error instanceof Error && (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Its initialisation first, so that no player finds a segment without one. */
const store = async ({ blobs }: Ctx, liveId: LiveId, segment: LiveSegment): Promise<void> => {
  const { series, number, init, file } = segment;
  const initKey = segmentKey(liveId, series, 'init');
  const contentType = 'video/mp4';
  if (number === 0 || !(await blobs.head(SEGMENTS, initKey)))
    await blobs.put(SEGMENTS, initKey, await readFile(init), { contentType });
  await blobs.put(SEGMENTS, segmentKey(liveId, series, number), await readFile(file), {
    contentType: 'video/iso.segment',
  });
};

const collectOne = async (ctx: Ctx, segment: LiveSegment): Promise<void> => {
  if (isUuid(segment.room)) {
    const liveId = segment.room as LiveId;
    const madeAt = new Date(ctx.clock.now().getTime() - segment.ageMs);
    await store(ctx, liveId, segment);
    await transaction(ctx.db, (tx) => insertSegment(tx, { ...segment, liveId, madeAt }));
  }
  await ctx.live.dropSegment(segment);
};

const collectAll = async (ctx: Ctx): Promise<void> => {
  for (const segment of await ctx.live.segments()) {
    try {
      await collectOne(ctx, segment);
    } catch (error) {
      // Another process has collected it.
      if (!isGone(error)) throw error;
    }
  }
};

const running = new WeakMap<Ctx['live'], Promise<void>>();
const wanted = new WeakSet<Ctx['live']>();

/** Once at a time in a process; a call during a run has it run once more. */
export const collectSegments = (ctx: Ctx): Promise<void> => {
  const { live } = ctx;
  wanted.add(live);
  const before = running.get(live);
  if (before) return before;
  const run = (async () => {
    while (wanted.delete(live)) await collectAll(ctx);
  })().finally(() => running.delete(live));
  running.set(live, run);
  return run;
};

/** Deletes segments that no recording has, once players have read them. */
export const deletePassing = async (ctx: Ctx): Promise<void> => {
  const { db, blobs, clock } = ctx;
  const before = new Date(clock.now().getTime() - PASSING_MS);
  for (;;) {
    const deleted = await deletePassingSegments(db, before, DELETED_AT_ONCE);
    for (const { liveId, series, number } of deleted)
      await blobs.delete(SEGMENTS, segmentKey(liveId, series, number));
    const left = new Map(deleted.map((one) => [`${one.liveId} ${one.series}`, one]));
    for (const { liveId, series } of left.values())
      if (!(await hasSeries(db, liveId, series)))
        await blobs.deleteAll(SEGMENTS, seriesPrefix(liveId, series));
    if (deleted.length < DELETED_AT_ONCE) return;
  }
};
