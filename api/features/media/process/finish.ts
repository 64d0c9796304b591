// Processing of images, audio and archives.
import type { ArchiveFacts, AudioFacts } from '../../../platform/media/port.ts';
import { markAudioProcessed } from '../play/play-store.ts';
import { markProcessed } from '../store.ts';
import { withFolder } from './original.ts';
import { refuseBlocked, storeRenditions } from './render.ts';
import { finish, watermarkOf, takeStep, type WorkContext } from './steps.ts';
import { storeFile } from './streams.ts';
import { createProgressReporter } from './video.ts';

export const finishImage = async (context: WorkContext, file: string): Promise<void> => {
  const { ctx, work, signal } = context;
  await takeStep(context, work.id, 'watermarking');
  const { facts, renditions } = await ctx.media.renderImage({
    file,
    watermark: watermarkOf(context),
    signal,
  });
  await refuseBlocked(ctx, [facts.perceptualHash, facts.perceptualHashMirror]);
  const stored = await storeRenditions(ctx, work.id, renditions);
  await takeStep(context, work.id, 'watermarked');
  await finish(context, (tx) =>
    markProcessed(tx, work.id, { kind: 'image', ...facts }, stored, ctx.clock.now()),
  );
};

export const finishAudio = async (
  context: WorkContext,
  facts: AudioFacts,
  file: string,
): Promise<void> => {
  const { ctx, work, signal } = context;
  await withFolder(ctx, work, async (folder) => {
    const made = await ctx.media.transcodeAudio(facts, {
      file,
      folder,
      signal,
      onProgress: createProgressReporter(context),
    });
    await takeStep(context, work.id, 'replicating');
    const sound = await storeFile({ ctx, mediaId: work.id, folder }, made.m4a, {
      kind: 'sound',
      contentType: 'audio/mp4',
    });
    await finish(context, (tx) =>
      markAudioProcessed(
        tx,
        work.id,
        { ...facts, durationMs: made.durationMs, loudness: made.loudness, waveform: made.waveform },
        sound,
        ctx.clock.now(),
      ),
    );
  });
};

/** An archive is served as uploaded and never opened here. */
export const finishArchive = async (
  context: WorkContext,
  { contentType, bytes }: ArchiveFacts,
): Promise<void> => {
  const { ctx, work } = context;
  const file = {
    kind: 'file' as const,
    key: work.original_key,
    contentType,
    width: null,
    height: null,
    bytes,
  };
  await finish(context, (tx) =>
    markProcessed(tx, work.id, { kind: 'archive', contentType, bytes }, [file], ctx.clock.now()),
  );
};
