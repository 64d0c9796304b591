// Puts what the encoder made into storage: streams, their segments encrypted, and single files.
import { createCipheriv } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaId } from '@camarim/contract/ids';
import type { Rung, Track } from '../../../platform/media/port.ts';
import type { Ctx } from '../../../context.ts';
import type { NewStream } from '../play/play-store.ts';
import type { NewRendition } from '../store.ts';
import { fileKey, pieceKey, RENDITIONS, type FileKind, type StreamPhase } from '../storage-keys.ts';

const AUDIO_STREAM = 'audio';
const AUDIO = {
  name: AUDIO_STREAM,
  width: null,
  height: null,
  bitsPerSecond: 128_000,
  averageBitsPerSecond: 128_000,
  codecs: 'mp4a.40.2',
};

/**
 * AES-128-CBC as HLS has it; without another word, a segment's number is its initialisation vector
 * (RFC 8216, 5.2).
 */
const encryptSegment = (content: Buffer, key: Buffer, number: number): Buffer => {
  const vector = Buffer.alloc(16);
  vector.writeUInt32BE(number, 12);
  const cipher = createCipheriv('aes-128-cbc', key, vector);
  return Buffer.concat([cipher.update(content), cipher.final()]);
};

type StreamTarget = { ctx: Ctx; mediaId: MediaId; folder: string };

const storeTrack = async (
  { ctx, mediaId, folder }: StreamTarget,
  track: Track,
  stream: { phase: StreamPhase; name: string },
  key: Buffer,
): Promise<number[]> => {
  await ctx.blobs.put(
    RENDITIONS,
    pieceKey(mediaId, stream, 'init'),
    await readFile(join(folder, track.init)),
    { contentType: 'video/mp4', findable: true },
  );
  for (const [number, { file }] of track.segments.entries()) {
    const content = encryptSegment(await readFile(join(folder, file)), key, number);
    await ctx.blobs.put(RENDITIONS, pieceKey(mediaId, stream, number), content, {
      contentType: 'video/iso.segment',
      findable: true,
    });
  }
  return track.segments.map(({ durationMs }) => durationMs);
};

/** Stores the qualities, lowest first, and their sound. */
export const storeStreams = async (
  target: StreamTarget,
  {
    rungs,
    audio,
    framesPerSecond,
  }: { rungs: readonly Rung[]; audio: Track | null; framesPerSecond: number },
  { phase, key }: { phase: StreamPhase; key: Buffer },
): Promise<NewStream[]> => {
  const tracks = [
    ...rungs.map((rung) => ({ ...rung, track: rung as Track })),
    ...(audio ? [{ ...AUDIO, track: audio }] : []),
  ];
  return Promise.all(
    tracks.map(
      async (
        { name, width, height, bitsPerSecond, averageBitsPerSecond, codecs, track },
        position,
      ): Promise<NewStream> => {
        const durationsMs = await storeTrack(target, track, { phase, name }, key);
        return {
          name,
          phase,
          position,
          width,
          height,
          bitsPerSecond,
          averageBitsPerSecond,
          framesPerSecond: height === null ? null : framesPerSecond,
          codecs,
          durationsMs,
        };
      },
    ),
  );
};

/**
 * Stores one file that is served as it is; beside the phases, whose names are folders of pieces.
 */
export const storeFile = async (
  { ctx, mediaId, folder }: StreamTarget,
  file: string,
  rendition: { kind: FileKind; contentType: string; details?: object },
): Promise<NewRendition> => {
  const key = fileKey(mediaId, rendition.kind);
  const path = join(folder, file);
  const { size } = await stat(path);
  await ctx.blobs.put(
    RENDITIONS,
    key,
    { stream: createReadStream(path), bytes: size },
    { contentType: rendition.contentType },
  );
  return { ...rendition, key, width: null, height: null, bytes: size };
};
