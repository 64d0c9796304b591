// Makes a media of a part of a recording, and puts it in the producer's vault.
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { LiveCutId } from '@camarim/contract/features/lives/recordings';
import type { PerformerId } from '@camarim/contract/ids';
import { transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Ctx } from '../../../context.ts';
import { attachMedias, findInputUploads, sendUpload, withFolder } from '../../media/index.ts';
import { keepInVault } from '../../vault/index.ts';
import { canDeclare, declareMedia } from '../../verifications/index.ts';
import {
  type CutRow,
  findCut,
  findRecording,
  markCutFailed,
  markCutMade,
  performersOfLive,
  type RecordingRow,
} from './recordings-store.ts';
import type { CutRange } from './rules.ts';
import { type SegmentRow, segmentKey, SEGMENTS, segmentsOfRecording } from './segments-store.ts';

/** What is made has this type. */
const TYPE = 'video/mp4';

/** The segments that the range is in, and the range in them. */
export const segmentsIn = (
  segments: readonly SegmentRow[],
  { fromMs, toMs }: CutRange,
): { segments: SegmentRow[]; fromMs: number; toMs: number } => {
  let startMs = 0;
  const placed = segments.map((segment) => {
    const at = startMs;
    startMs += segment.duration_ms;
    return { segment, at, end: startMs };
  });
  const inside = placed.filter(({ at, end }) => end > fromMs && at < toMs);
  const skippedMs = inside[0]?.at ?? 0;
  return {
    segments: inside.map(({ segment }) => segment),
    fromMs: fromMs - skippedMs,
    toMs: toMs - skippedMs,
  };
};

/** One file for each series: its initialisation and its segments. Returns their names, in order. */
const fetchSeries = async (
  { blobs }: Ctx,
  { live_id: liveId }: RecordingRow,
  segments: readonly SegmentRow[],
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<string[]> => {
  const names: string[] = [];
  let series: string | null = null;
  for (const segment of segments) {
    const pieces: (number | 'init')[] =
      segment.series === series ? [segment.number] : ['init', segment.number];
    if (segment.series !== series) names.push(`series${names.length}.mp4`);
    ({ series } = segment);
    for (const piece of pieces) {
      const blob = await blobs.get(SEGMENTS, segmentKey(liveId, segment.series, piece));
      if (!blob) throw new Error(`the segment ${segment.sequence} of a recording is gone`);
      await pipeline(
        blob.stream,
        createWriteStream(join(folder, names.at(-1) ?? ''), { flags: 'a' }),
        { signal },
      );
    }
  }
  return names;
};

/** The media, or nothing when another run made it. Throws performer.notReady and upload.*. */
const keep = async (
  ctx: Ctx,
  { cut, recording, key }: { cut: CutRow; recording: RecordingRow; key: string },
): Promise<void> => {
  const { producer_id: ownerId, live_id: liveId } = recording;
  const medias = [{ key, contentType: TYPE }];
  const uploads = await findInputUploads(ctx, ownerId, medias);
  const now = ctx.clock.now();
  await transaction(ctx.db, async (tx) => {
    const [media] = await attachMedias(ctx, tx, medias, { ownerId, uploads, now });
    if (!media) throw new Error('one upload makes one media');
    const performers = (await performersOfLive(tx, liveId)) as PerformerId[];
    const appearing = await canDeclare(tx, ownerId, performers, 'live');
    await declareMedia(tx, appearing, [media.id], { scope: 'live', now });
    await keepInVault(tx, media.id, cut.title ?? (recording.title || null));
    if (!(await markCutMade(tx, cut.id, media.id))) throw new Error('the cut was made before');
  });
};

/** Idempotent: a cut that was made stays. */
export const makeCut = async (ctx: Ctx, id: LiveCutId, signal: AbortSignal): Promise<void> => {
  const cut = await findCut(ctx.db, id);
  const recording = cut && !cut.media_id && (await findRecording(ctx.db, cut.recording_id));
  if (!cut || !recording) return;
  const all = await segmentsOfRecording(ctx.db, recording.id);
  const { segments, ...range } = segmentsIn(all, { fromMs: cut.from_ms, toMs: cut.to_ms });
  try {
    await withFolder(ctx, cut, async (folder) => {
      const series = await fetchSeries(ctx, recording, segments, { folder, signal });
      const name = await ctx.media.joinSeries({ folder, series, ...range, signal });
      const key = await sendUpload(ctx, recording.producer_id, cut.id, {
        file: join(folder, name),
        contentType: TYPE,
      });
      await keep(ctx, { cut, recording, key });
    });
  } catch (error) {
    // Trying again changes nothing: a performer no longer consents, or the file is too large.
    if (!(error instanceof AppError)) throw error;
    await markCutFailed(ctx.db, id, ctx.clock.now());
  }
};
