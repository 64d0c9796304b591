// Reads the playlists ffmpeg wrote: only names and durations are taken from them.
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Rung, Track } from '../port.ts';
import type { PlannedRung } from './ladder.ts';

/** Segments in their order. Throws when the text is no playlist of segments beside it. */
const readPlaylist = (text: string): { name: string; durationMs: number }[] =>
  [...text.matchAll(/#EXTINF:([\d.]+),[^\n]*\n(?:#[^\n]*\n)*([^\n#]+)/g)].map(
    ([, seconds = '0', name = '']) => {
      if (!/^s\d{5}\.m4s$/.test(name)) throw new Error(`not a segment of ours: ${name}`);
      return { name, durationMs: Math.round(Number(seconds) * 1_000) };
    },
  );

/** ffmpeg numbers the first files it opens when it makes several streams. */
const initIn = async (folder: string): Promise<string> => {
  const name = (await readdir(folder)).find((file) => /^init.*\.mp4$/.test(file));
  if (name === undefined) throw new Error(`no initialisation in ${folder}`);
  return name;
};

/** The stream ffmpeg wrote into `name` under the folder; its files are named from the folder on. */
export const readTrack = async (folder: string, name: string): Promise<Track> => {
  const segments = readPlaylist(await readFile(join(folder, name, 'index.m3u8'), 'utf8'));
  if (segments.length === 0) throw new Error(`no segments in ${name}`);
  return {
    init: join(name, await initIn(join(folder, name))),
    segments: segments.map((segment) => ({
      file: join(name, segment.name),
      durationMs: segment.durationMs,
    })),
  };
};

/**
 * Encrypted segments are padded to whole blocks, with one more when there is nothing to pad (PKCS
 * #7).
 */
const AES_BLOCK = 16;
const encryptedBytes = (bytes: number): number => (Math.floor(bytes / AES_BLOCK) + 1) * AES_BLOCK;

type Rates = { peak: number; average: number };

/** Bits per second of a track as it is sent: of its most demanding segment, and over all of it. */
const ratesOf = async (folder: string, { segments }: Track): Promise<Rates> => {
  const bytes = await Promise.all(
    segments.map(async ({ file }) => encryptedBytes((await stat(join(folder, file))).size)),
  );
  const durationMs = Math.max(1, trackDurationMs({ segments }));
  return {
    peak: Math.ceil(
      Math.max(
        ...segments.map(
          (segment, index) => ((bytes[index] ?? 0) * 8_000) / Math.max(segment.durationMs, 1),
        ),
      ),
    ),
    average: Math.ceil((bytes.reduce((sum, one) => sum + one, 0) * 8_000) / durationMs),
  };
};

/** How long what was encoded plays, whatever the original said of itself. */
export const trackDurationMs = ({ segments }: Pick<Track, 'segments'>): number =>
  segments.reduce((sum, segment) => sum + segment.durationMs, 0);

/**
 * Profile, constraints and level of H.264 as the encoder wrote them (avcC: version, profile,
 * compatibility, level).
 */
const videoCodecOf = async (init: string): Promise<string> => {
  const content = await readFile(init);
  const at = content.indexOf('avcC', 0, 'latin1');
  if (at < 0) throw new Error(`no description of H.264 in ${init}`);
  return `avc1.${content.subarray(at + 5, at + 8).toString('hex')}`;
};

/** Our encoder makes AAC-LC. */
const AUDIO_CODEC = 'mp4a.40.2';

/**
 * A rung with what its playlist says of it, read from what was encoded; its rates include the sound
 * that is played with it.
 */
export const readRung = async (
  folder: string,
  { name, width, height }: PlannedRung,
  audio: Track | null,
): Promise<Rung> => {
  const track = await readTrack(folder, name);
  const [picture, sound, codec] = await Promise.all([
    ratesOf(folder, track),
    audio ? ratesOf(folder, audio) : { peak: 0, average: 0 },
    videoCodecOf(join(folder, track.init)),
  ]);
  return {
    ...track,
    name,
    width,
    height,
    codecs: audio ? `${codec},${AUDIO_CODEC}` : codec,
    bitsPerSecond: picture.peak + sound.peak,
    averageBitsPerSecond: picture.average + sound.average,
  };
};
