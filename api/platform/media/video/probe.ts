// Reads what ffprobe says of a file, and refuses what no honest camera or recorder makes.
import { HOUR_MS } from '@camarim/contract/time';
import { z } from 'zod';
import { type AudioFacts, MediaRefused, type VideoFacts } from '../port.ts';

const numeric = z.coerce.number().optional().catch(undefined);

const probeSchema = z.object({
  format: z.object({ duration: numeric, probe_score: numeric }).default({}),
  streams: z
    .array(
      z.object({
        codec_type: z.string().optional(),
        codec_name: z.string().optional(),
        width: numeric,
        height: numeric,
        sample_aspect_ratio: z.string().optional(),
        avg_frame_rate: z.string().optional(),
        duration: numeric,
        color_transfer: z.string().optional(),
        disposition: z.object({ attached_pic: z.number().optional() }).optional(),
        side_data_list: z.array(z.object({ rotation: numeric }).loose()).optional(),
      }),
    )
    .max(64)
    .default([]),
});
type Stream = z.infer<typeof probeSchema>['streams'][number];

/** Cameras go to 8192 x 4320; headers that promise more are there to fill memory. */
const SIDE_MAX = 8_192;
const PIXELS_MAX = 8_192 * 4_320;
const DURATION_MAX_MS = 4 * HOUR_MS;
const HIGH_DYNAMIC_RANGE = new Set(['smpte2084', 'arib-std-b67']);

const ratioOf = (text: string | undefined, fallback: number): number => {
  const [above = Number.NaN, below = 1] = (text ?? '').split(/[:/]/).map(Number);
  const ratio = above / below;
  return Number.isFinite(ratio) && ratio > 0 ? ratio : fallback;
};

const durationOf = (seconds: number | undefined): number => {
  const durationMs = Math.round((seconds ?? 0) * 1_000);
  if (!(durationMs > 0)) throw new MediaRefused('damaged', 'it has no duration');
  if (durationMs > DURATION_MAX_MS) throw new MediaRefused('tooLong', `${durationMs} ms`);
  return durationMs;
};

const uprightSize = (stream: Stream): { width: number; height: number } => {
  const { width = 0, height = 0 } = stream;
  if (!(width > 0 && height > 0)) throw new MediaRefused('damaged', 'a picture without size');
  if (Math.max(width, height) > SIDE_MAX || width * height > PIXELS_MAX)
    throw new MediaRefused('tooManyPixels', `${width} x ${height}`);
  // Stretched pixels become square ones: the wider of the two sizes is kept.
  const shown = Math.round(
    width * Math.min(4, Math.max(0.25, ratioOf(stream.sample_aspect_ratio, 1))),
  );
  const turned =
    Math.abs(stream.side_data_list?.find(({ rotation }) => rotation !== undefined)?.rotation ?? 0) %
      180 ===
    90;
  return turned ? { width: height, height: shown } : { width: shown, height };
};

/** Throws MediaRefused. */
export const videoFactsOf = (
  probed: unknown,
  file: { contentType: string; bytes: number },
): VideoFacts => {
  const { format, streams } = readProbe(probed);
  const picture = streams.find(
    ({ codec_type: type, disposition }) => type === 'video' && disposition?.attached_pic !== 1,
  );
  if (!picture?.codec_name) throw new MediaRefused('damaged', 'no moving picture that can be read');
  return {
    kind: 'video',
    ...file,
    ...uprightSize(picture),
    durationMs: durationOf(format.duration ?? picture.duration),
    framesPerSecond: ratioOf(picture.avg_frame_rate, 30),
    highDynamicRange: HIGH_DYNAMIC_RANGE.has(picture.color_transfer ?? ''),
    hasAudio: streams.some(
      ({ codec_type: type, codec_name: codec }) => type === 'audio' && codec !== undefined,
    ),
    loops: false,
  };
};

/** Throws MediaRefused. */
export const audioFactsOf = (
  probed: unknown,
  file: { contentType: string; bytes: number },
): AudioFacts => {
  const { format, streams } = readProbe(probed);
  const sound = streams.find(({ codec_type: type }) => type === 'audio');
  if (!sound?.codec_name) throw new MediaRefused('damaged', 'no sound that can be read');
  return { kind: 'audio', ...file, durationMs: durationOf(format.duration ?? sound.duration) };
};

const readProbe = (probed: unknown): z.infer<typeof probeSchema> => {
  const read = probeSchema.safeParse(probed);
  if (!read.success)
    throw new MediaRefused('damaged', 'it describes itself in no way that makes sense');
  return read.data;
};

/** Whether an MP4-like file holds a moving picture: M4A and MP4 look alike from outside. */
export const hasPicture = (probed: unknown): boolean =>
  readProbe(probed).streams.some(
    ({ codec_type: type, disposition }) => type === 'video' && disposition?.attached_pic !== 1,
  );
