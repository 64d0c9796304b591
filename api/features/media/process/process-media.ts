// Dispatches a media to its processor by type. After a worker died, it resumes from the state in
// the database.
import type { MediaId } from '@camarim/contract/ids';
import { IMAGE_CONTENT_TYPES, mediaKindOf } from '@camarim/contract/limits';
import { type Transaction, transaction } from '../../../platform/database/transaction.ts';
import {
  type ArchiveFacts,
  type AudioFacts,
  type Inspection,
  MediaRefused,
  type VideoFacts,
} from '../../../platform/media/port.ts';
import type { Ctx } from '../../../context.ts';
import { saveCredentials, setFound } from '../ai/ai-store.ts';
import { mediaUnderLegalHold, deferErasure } from '../legal-hold-store.ts';
import { markErased } from '../store.ts';
import { finishArchive, finishImage, finishAudio } from './process-simple-media.ts';
import { requestLongPart, type MediaStepListener, type WorkContext } from './steps.ts';
import { tryWithMediaLock } from './media-attempt.ts';
import { refuseBlockedFiles } from './render.ts';
import { finishVideo, publishFirstPhase } from './video.ts';

/** Enqueues the processing of an attached upload; it begins when the transaction commits. */
export const processMedia = async (
  { jobs }: Ctx,
  tx: Transaction,
  mediaId: MediaId,
): Promise<void> => {
  await jobs.enqueue(tx, 'media.process', { mediaId });
};

const ANIMATABLE_TYPES: readonly string[] = ['image/gif', 'image/webp', 'image/png'];
const STILL_TYPES: readonly string[] = IMAGE_CONTENT_TYPES.filter(
  (type) => !ANIMATABLE_TYPES.includes(type),
);

/**
 * Types that are always still images are checked by the renderer; all others are inspected first.
 */
const inspect = async ({ ctx, work, signal }: WorkContext, file: string): Promise<Inspection> =>
  STILL_TYPES.includes(work.content_type)
    ? { kind: 'image', contentType: work.content_type, bytes: 0 }
    : ctx.media.inspect({ file, signal });

/** Before anything is rendered, because no metadata survives that. */
const keepCredentials = async ({ ctx, work, signal }: WorkContext, file: string): Promise<void> => {
  const found = await ctx.media.readCredentials({ file, signal });
  if (!found) return;
  await transaction(ctx.db, async (tx) => {
    await saveCredentials(tx, work.id, [{ position: 0, name: null, ...found }], ctx.clock.now());
    await setFound(tx, work.id, found.summary?.label);
  });
};

/** The quick part: all of an image, the first phase of a video. Enqueues the long part. */
export const workOnMedia = (
  ctx: Ctx,
  onStep: MediaStepListener,
  mediaId: MediaId,
  signal: AbortSignal,
): Promise<void> =>
  tryWithMediaLock(
    { ctx, onStep, mediaId, signal },
    { step: 'processing', isOver: (work) => work.encoding_asked_at !== null },
    async (context, file) => {
      await refuseBlockedFiles(ctx, [context.sha256]);
      await keepCredentials(context, file);
      const facts = await inspect(context, file);
      if (facts.kind === 'image') return finishImage(context, file);
      if (facts.kind === 'archive') {
        // Consents to downloads were asked for by the declared type.
        if (mediaKindOf(context.work.content_type) !== 'archive')
          throw new MediaRefused('forged', 'an archive that was declared as something else');
        return void (await requestLongPart(context, 'processing', 'media.hashArchive'));
      }
      if (facts.kind === 'video') return publishFirstPhase(context, facts, file);
      await requestLongPart(context, 'transcoding', 'media.transcode');
    },
  );

/**
 * The long part: every quality of a video, an audio with normalised loudness, the files of an
 * archive.
 */
export const workOnLongPart = (
  ctx: Ctx,
  onStep: MediaStepListener,
  mediaId: MediaId,
  { step, signal }: { step: 'transcoding' | 'processing'; signal: AbortSignal },
): Promise<void> =>
  tryWithMediaLock(
    { ctx, onStep, mediaId, signal },
    { step, isOver: () => false },
    async (context, file) => {
      const facts = (await ctx.media.inspect({ file, signal: context.signal })) as
        | VideoFacts
        | AudioFacts
        | ArchiveFacts;
      if (facts.kind === 'archive') return finishArchive(context, facts, file);
      return facts.kind === 'video'
        ? finishVideo(context, facts, file)
        : finishAudio(context, facts, file);
    },
  );

/**
 * Erases media: they are served to no viewer after the commit, and a job deletes their objects; of
 * what a legal hold or the law keeps when that is over.
 */
export const eraseMedia = async (
  { jobs, clock }: Ctx,
  tx: Transaction,
  ids: readonly MediaId[],
): Promise<void> => {
  const held = await mediaUnderLegalHold(tx, ids);
  await deferErasure(tx, held, clock.now());
  const free = ids.filter((id) => !held.includes(id));
  await markErased(tx, free);
  for (const mediaId of free) await jobs.enqueue(tx, 'media.erase', { mediaId });
};
