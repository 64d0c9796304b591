// Processing of images, audio and archives.
import { transaction } from '../../../platform/database/transaction.ts';
import type { ArchiveFacts, ArchiveMember, AudioFacts } from '../../../platform/media/port.ts';
import { saveCredentials, setFound } from '../ai/ai-store.ts';
import { labelOfParts } from '../ai/rules.ts';
import { markAudioProcessed } from '../play/play-store.ts';
import { markProcessed } from '../store.ts';
import { withFolder } from './original.ts';
import { finishHashed } from '../hashes/finish-hashed.ts';
import { identityOf, refuseBlocked, refuseBlockedFiles, storeRenditions } from './render.ts';
import { watermarkOf, takeStep, type WorkContext } from './steps.ts';
import { storeFile } from './streams.ts';
import { createProgressReporter } from './video.ts';

/** The end of a long path says which file it is. */
const NAME_MAX = 500;

export const finishImage = async (context: WorkContext, file: string): Promise<void> => {
  const { ctx, work, signal } = context;
  await takeStep(context, work.id, 'watermarking');
  const { facts, renditions } = await ctx.media.renderImage({
    file,
    watermark: watermarkOf(context),
    signal,
  });
  await refuseBlocked(ctx, [identityOf(facts)]);
  const stored = await storeRenditions(ctx, work.id, renditions);
  await takeStep(context, work.id, 'watermarked');
  await finishHashed(context, { pictures: [{ position: 0, ...facts.pdq }] }, (tx) =>
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
    await finishHashed(context, {}, (tx) =>
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

/** The path of a file in an archive as PostgreSQL can keep it. */
const keptName = (name: string): string =>
  name.replaceAll('\0', '').slice(-NAME_MAX).toWellFormed();

/** The label of the whole follows from those of its files. */
const keepMemberCredentials = async (
  { ctx, work }: WorkContext,
  files: readonly ArchiveMember[],
): Promise<void> => {
  const found = files.flatMap(({ name, credentials }, index) =>
    credentials ? { position: index + 1, name: keptName(name), ...credentials } : [],
  );
  if (found.length === 0) return;
  const label = labelOfParts(files.map(({ credentials }) => credentials?.summary?.label ?? null));
  await transaction(ctx.db, async (tx) => {
    await saveCredentials(tx, work.id, found, ctx.clock.now());
    await setFound(tx, work.id, label);
  });
};

/** An archive is served as uploaded; its files are hashed in the sandbox and compared. */
export const finishArchive = async (
  context: WorkContext,
  { contentType, bytes }: ArchiveFacts,
  path: string,
): Promise<void> => {
  const { ctx, work, signal } = context;
  const files = await ctx.media.hashArchive({ file: path, signal });
  const members = files.flatMap(({ sha256 }) => sha256 ?? []);
  const pictures = files.flatMap((member) => member.pictures);
  await keepMemberCredentials(context, files);
  await refuseBlockedFiles(ctx, members);
  await refuseBlocked(
    ctx,
    pictures.map((pdq) => ({ hashes: [], pdq })),
  );
  const file = {
    kind: 'file' as const,
    key: work.original_key,
    contentType,
    width: null,
    height: null,
    bytes,
  };
  const hashes = pictures.map((pdq, position) => ({ position, ...pdq }));
  await finishHashed(context, { pictures: hashes, members }, (tx) =>
    markProcessed(tx, work.id, { kind: 'archive', contentType, bytes }, [file], ctx.clock.now()),
  );
};
