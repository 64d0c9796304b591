// Transcodes one audio file: measures its loudness, normalises it, and computes its waveform.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { MediaRefused, type MediaEngine } from '../port.ts';
import { encode, encodingLimits, inputOf } from './ffmpeg.ts';

/** EBU R128, as streaming services play: -16 LUFS, peaks below -1.5 dBTP. */
const TARGET = 'I=-16:TP=-1.5:LRA=11';
const SILENCE_LUFS = -70;
const WAVEFORM_POINTS = 300;
const WAVEFORM_RATE = 8_000;
const BYTES_PER_SAMPLE = 2;
const PCM_FILE = 'peaks.pcm';

const measuredSchema = z.object({
  input_i: z.coerce.number(),
  input_tp: z.coerce.number(),
  input_lra: z.coerce.number(),
  input_thresh: z.coerce.number(),
  target_offset: z.coerce.number(),
});
type LoudnessMeasurement = z.infer<typeof measuredSchema>;

/** What loudnorm prints last. Infinite values mean silence. */
const readLoudness = (stderr: string): LoudnessMeasurement | null => {
  const json = stderr.slice(stderr.lastIndexOf('{'), stderr.lastIndexOf('}') + 1);
  const read = measuredSchema.safeParse(json === '' ? null : JSON.parse(json));
  if (!read.success) return null;
  return Object.values(read.data).every(Number.isFinite) ? read.data : null;
};

const normalising = (measured: LoudnessMeasurement | null): string =>
  measured === null || measured.input_i <= SILENCE_LUFS
    ? 'anull'
    : `loudnorm=${TARGET}:measured_I=${measured.input_i}:measured_TP=${measured.input_tp}:measured_LRA=${measured.input_lra}:measured_thresh=${measured.input_thresh}:offset=${measured.target_offset}:linear=true`;

/**
 * Peaks of 16-bit audio samples: the loudest of each of so many equal stretches, 0 to 100.
 */
const peaksOf = async (samples: AsyncIterable<Buffer>, totalSamples: number): Promise<number[]> => {
  const points = Math.max(1, Math.min(WAVEFORM_POINTS, totalSamples));
  const peaks = Array.from({ length: points }, () => 0);
  let index = 0;
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of samples) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    const whole = held.length - (held.length % BYTES_PER_SAMPLE);
    for (let at = 0; at < whole; at += BYTES_PER_SAMPLE, index += 1) {
      const point = Math.min(points - 1, Math.floor((index * points) / totalSamples));
      peaks[point] = Math.max(peaks[point] ?? 0, Math.abs(held.readInt16LE(at)));
    }
    held = held.subarray(whole);
  }
  return peaks.map((peak) => Math.round((peak / 32_768) * 100));
};

export const transcodeAudio: MediaEngine['transcodeAudio'] = async (
  facts,
  { file, folder, signal, onProgress },
) => {
  const place = { file, folder, signal };
  const limits = encodingLimits(facts.durationMs);
  const input = inputOf(file, facts.contentType);
  const halves = (half: number) => (madeMs: number) =>
    onProgress(Math.min(1, (half + Math.min(1, madeMs / facts.durationMs)) / 2));
  // loudnorm prints nothing but numbers of its own; they come after everything else.
  const measured = readLoudness(
    await encode(
      [...input, '-map', '0:a:0', '-af', `loudnorm=${TARGET}:print_format=json`, '-f', 'null', '-'],
      place,
      { limits, onTime: halves(0) },
    ),
  );
  const graph = `[0:a:0]${normalising(measured)},aresample=48000,asplit=2[sound][peaks];[peaks]aresample=${WAVEFORM_RATE},aformat=s16:channel_layouts=mono[pcm]`;
  await encode(
    [
      ...input,
      '-filter_complex',
      graph,
      '-map',
      '[sound]',
      '-c:a',
      'aac',
      '-b:a',
      '160k',
      '-ac',
      '2',
      '-map_metadata',
      '-1',
      '-map_chapters',
      '-1',
      '-bitexact',
      '-movflags',
      '+faststart',
      'sound.m4a',
      '-map',
      '[pcm]',
      '-f',
      's16le',
      PCM_FILE,
    ],
    place,
    { limits, onTime: halves(1) },
  );
  const waveform = await peaksOf(
    createReadStream(join(folder, PCM_FILE)) as AsyncIterable<Buffer>,
    Math.max(1, Math.round((facts.durationMs / 1_000) * WAVEFORM_RATE)),
  );
  if (waveform.length === 0) throw new MediaRefused('damaged', 'no sound came out of it');
  const { size } = await stat(join(folder, PCM_FILE));
  return {
    m4a: 'sound.m4a',
    durationMs: Math.round((size / BYTES_PER_SAMPLE / WAVEFORM_RATE) * 1_000),
    loudness: measured?.input_i ?? SILENCE_LUFS,
    waveform,
  };
};
