// Media whose work is short: pictures, recordings, archives.
import type { ArchiveFacts, AudioFacts } from '../../../platform/media/port.ts';
import { markSound } from '../play/play-store.ts';
import { markProcessed } from '../store.ts';
import { refuseBlocked } from './blocked.ts';
import { withFolder } from './original.ts';
import { storeRenditions } from './render.ts';
import { finish, markOf, moveTo, type Working } from './steps.ts';
import { storeFile } from './streams.ts';
import { progressTeller } from './video.ts';

export const finishPicture = async (working: Working, file: string): Promise<void> => {
  const { platform, work, signal } = working;
  await moveTo(working, work.id, 'watermarking');
  const { facts, renditions } = await platform.media.renderImage({
    file,
    watermark: markOf(working),
    signal,
  });
  await refuseBlocked(platform.db, [facts.perceptualHash, facts.perceptualHashMirror]);
  const stored = await storeRenditions(platform, work.id, renditions);
  await moveTo(working, work.id, 'watermarked');
  await finish(working, (tx) =>
    markProcessed(tx, work.id, { kind: 'image', ...facts }, stored, platform.clock.now()),
  );
};

export const finishSound = async (
  working: Working,
  facts: AudioFacts,
  file: string,
): Promise<void> => {
  const { platform, work, signal } = working;
  await withFolder(platform, work, async (folder) => {
    const made = await platform.media.transcodeAudio(facts, {
      file,
      folder,
      signal,
      onProgress: progressTeller(working),
    });
    await moveTo(working, work.id, 'replicating');
    const sound = await storeFile({ platform, mediaId: work.id, folder }, made.m4a, {
      kind: 'sound',
      contentType: 'audio/mp4',
    });
    await finish(working, (tx) =>
      markSound(
        tx,
        work.id,
        { ...facts, durationMs: made.durationMs, loudness: made.loudness, waveform: made.waveform },
        sound,
        platform.clock.now(),
      ),
    );
  });
};

/** An archive is given as it came: nothing of it is opened here. */
export const finishArchive = async (
  working: Working,
  { contentType, bytes }: ArchiveFacts,
): Promise<void> => {
  const { platform, work } = working;
  const file = {
    kind: 'file' as const,
    key: work.original_key,
    contentType,
    width: null,
    height: null,
    bytes,
  };
  await finish(working, (tx) =>
    markProcessed(
      tx,
      work.id,
      { kind: 'archive', contentType, bytes },
      [file],
      platform.clock.now(),
    ),
  );
};
