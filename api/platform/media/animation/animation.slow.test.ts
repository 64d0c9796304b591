// Animated pictures as videos, through the real decoders in their sandbox.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type VideoFacts } from '../port.ts';
import { sandboxedMedia } from '../sandboxed-media.ts';
import { drawClip, probeFile } from '../video/clips.ts';

const engine = sandboxedMedia();
const signal = new AbortController().signal;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'camarim-animation-'));
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

const GIF = { seconds: 2, size: '320x240', rate: 10, sound: false };
const FORMS: [string, string, () => Promise<string>][] = [
  ['GIF', 'image/gif', () => drawClip(folder, { ...GIF, output: [], name: 'moves.gif' })],
  [
    'APNG',
    'image/apng',
    () => drawClip(folder, { ...GIF, output: ['-f', 'apng', '-plays', '0'], name: 'moves.png' }),
  ],
  [
    'WebP',
    'image/webp',
    async () => {
      const path = join(folder, 'moves.webp');
      await sharp(await drawClip(folder, { ...GIF, output: [], name: 'for-webp.gif' }), {
        animated: true,
      })
        .webp()
        .toFile(path);
      return path;
    },
  ],
];
const drawGif = (
  name: string,
  frames: number,
  { size = '16x16', rate = 25 } = {},
): Promise<string> =>
  drawClip(folder, { seconds: frames / rate, size, rate, sound: false, output: [], name });
const inspectVideo = async (file: string): Promise<VideoFacts> => {
  const facts = await engine.inspect({ file, signal });
  if (facts.kind !== 'video') throw new Error(`is ${facts.kind}`);
  return facts;
};
const made = async (name: string): Promise<string> => {
  const path = join(folder, name);
  await mkdir(path);
  return path;
};

describe.each(FORMS)('an animated %s', (form, contentType, draw) => {
  let facts: VideoFacts;
  let file: string;
  beforeAll(async () => {
    file = await draw();
    facts = await inspectVideo(file);
  });

  test('an animation is a looping video without audio, as long as its frames', () => {
    expect(facts).toMatchObject({
      contentType,
      width: 320,
      height: 240,
      durationMs: 2_000,
      hasAudio: false,
      loops: true,
    });
    expect(Math.round(facts.framesPerSecond)).toBe(10);
  });

  test('an animation has an early rendition with a poster, and becomes an MP4 of all its frames', async () => {
    const [early, whole] = [await made(`${form}-look`), await made(`${form}-whole`)];
    const look = await engine.encodeEarlyRendition(facts, {
      file,
      folder: early,
      watermark: 'camarim.example/iris',
      signal,
    });
    expect((await sharp(join(early, look.poster)).metadata()).width).toBe(320);
    const result = await engine.transcodeVideo(facts, {
      file,
      folder: whole,
      watermark: 'camarim.example/iris',
      signal,
      onProgress: () => undefined,
    });
    expect([result.audio, result.rungs.map(({ name }) => name)]).toEqual([null, ['240p']]);
    expect(result.frameHashes.length).toBeGreaterThan(0);
    const mp4 = join(whole, result.mp4);
    expect(
      await probeFile(
        mp4,
        '-count_frames',
        '-show_entries',
        'stream=codec_type,nb_read_frames',
        '-of',
        'csv=p=0',
      ),
    ).toBe('video,20');
    expect(
      Math.abs(
        Number(await probeFile(mp4, '-show_entries', 'format=duration', '-of', 'csv=p=0')) - 2,
      ),
    ).toBeLessThan(0.15);
  });
});

test.each([
  ['a GIF', 'gif'],
  ['a WebP', 'webp'],
] as const)('%s with one frame is a picture', async (_what, format) => {
  const file = join(folder, `still.${format}`);
  const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: '#c08' } });
  await picture.toFormat(format).toFile(file);
  expect(await engine.inspect({ file, signal })).toMatchObject({
    kind: 'image',
    contentType: `image/${format}`,
  });
});

test('a delay that no screen keeps is shown as browsers show it', async () => {
  const content = await readFile(await drawGif('patient.gif', 10));
  // The delay in the extension before each frame (21 F9 04, flags, delay).
  for (
    let at = content.indexOf('21f904', 0, 'hex');
    at >= 0;
    at = content.indexOf('21f904', at + 1, 'hex')
  )
    content.writeUInt16LE(0, at + 4);
  const file = join(folder, 'hasty.gif');
  await writeFile(file, content);
  expect((await inspectVideo(file)).durationMs).toBe(1_000);
});

test('a very short animation has a poster, too', async () => {
  const file = await drawGif('short.gif', 2, { size: '64x64' });
  const facts = await inspectVideo(file);
  const look = await engine.encodeEarlyRendition(facts, {
    file,
    folder: await made('short-look'),
    watermark: '',
    signal,
  });
  expect(look.rung.segments.length).toBe(1);
  expect(
    (
      await engine.transcodeVideo(facts, {
        file,
        folder: await made('short-whole'),
        watermark: '',
        signal,
        onProgress: () => undefined,
      })
    ).frameHashes.length,
  ).toBe(1);
});

describe('refused as too large for an animation', () => {
  const refusal = { reason: 'animationTooLarge' };

  test('an animation is refused as too large with more than 1,000 frames', async () => {
    await expect(
      engine.inspect({ file: await drawGif('many.gif', 1_001, { rate: 50 }), signal }),
    ).rejects.toMatchObject(refusal);
    expect((await inspectVideo(await drawGif('most.gif', 1_000, { rate: 50 }))).loops).toBe(true);
  });

  test('an animation is refused as too large with more than 60 seconds', async () => {
    await expect(
      engine.inspect({ file: await drawGif('long.gif', 62, { rate: 1 }), signal }),
    ).rejects.toMatchObject(refusal);
  });

  test('an animation is refused as too large with more than 250 million pixels, from the header alone', async () => {
    // A header that promises 20,000 x 20,000: nothing of that is allocated to learn it.
    const content = await readFile(
      await drawClip(folder, {
        seconds: 0.3,
        size: '16x16',
        rate: 10,
        sound: false,
        output: ['-f', 'apng'],
        name: 'small.png',
      }),
    );
    content.writeUInt32BE(20_000, content.indexOf('IHDR') + 4);
    content.writeUInt32BE(20_000, content.indexOf('IHDR') + 8);
    const file = join(folder, 'promises.png');
    await writeFile(file, content);
    await expect(engine.inspect({ file, signal })).rejects.toMatchObject(refusal);
  });

  test('an APNG whose header says two frames and that has more is refused as too large', async () => {
    const content = await readFile(
      await drawClip(folder, {
        seconds: 41,
        size: '4x4',
        rate: 25,
        sound: false,
        output: ['-f', 'apng'],
        name: 'liar-source.png',
      }),
    );
    content.writeUInt32BE(2, content.indexOf('acTL') + 4);
    const file = join(folder, 'liar.png');
    await writeFile(file, content);
    await expect(engine.inspect({ file, signal })).rejects.toMatchObject(refusal);
  });
});

test('an animation that is cut off is refused as damaged', async () => {
  const whole = await readFile(
    await drawClip(folder, { ...GIF, output: ['-f', 'apng'], name: 'cut-source.png' }),
  );
  const file = join(folder, 'cut.png');
  await writeFile(file, whole.subarray(0, whole.length - 2_000));
  await expect(engine.inspect({ file, signal })).rejects.toMatchObject({ reason: 'damaged' });
});

test('what is transparent is black in the video', async () => {
  const file = join(folder, 'clear.png');
  await promisify(execFile)('ffmpeg', [
    '-v',
    'error',
    '-y',
    '-f',
    'lavfi',
    '-i',
    'color=c=red@0.0:s=64x64:r=10:d=1,format=rgba',
    '-f',
    'apng',
    file,
  ]);
  expect(Math.max(...(await sharp(file).stats()).channels.map(({ max }) => max))).toBeGreaterThan(
    200,
  );
  const facts = await inspectVideo(file);
  const out = await made('clear-whole');
  const { mp4 } = await engine.transcodeVideo(facts, {
    file,
    folder: out,
    watermark: '',
    signal,
    onProgress: () => undefined,
  });
  const frame = join(out, 'frame.png');
  await promisify(execFile)('ffmpeg', [
    '-v',
    'error',
    '-y',
    '-i',
    join(out, mp4),
    '-frames:v',
    '1',
    frame,
  ]);
  const { channels } = await sharp(frame).stats();
  expect(Math.max(...channels.map(({ max }) => max))).toBeLessThan(8);
});
