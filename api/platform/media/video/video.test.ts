// Clips of every kind through the real encoder in its sandbox.
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { distance } from '../perceptual-hash.ts';
import type { Rung, VideoFacts } from '../port.ts';
import { sandboxedMedia } from '../sandboxed-media.ts';
import { drawClip, drawTone, probeFile } from './clips.ts';

// Encoding takes the time it takes; a busy machine needs several times as much.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const execute = promisify(execFile);
const engine = sandboxedMedia();
const signal = new AbortController().signal;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'camarim-clips-'));
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

let count = 0;
const newFolder = async () => {
  const made = join(folder, `made-${(count += 1)}`);
  await mkdir(made);
  return made;
};
const inspectVideo = async (file: string): Promise<VideoFacts> => {
  const facts = await engine.inspect({ file, signal });
  if (facts.kind !== 'video') throw new Error(`is ${facts.kind}`);
  return facts;
};
/** A rung as one file, the way a player reads it. */
const whole = async (made: string, { init, segments }: Pick<Rung, 'init' | 'segments'>) => {
  const path = join(made, `whole-${(count += 1)}.mp4`);
  const pieces = await Promise.all(
    [init, ...segments.map(({ file }) => file)].map((file) => readFile(join(made, file))),
  );
  await writeFile(path, Buffer.concat(pieces));
  return path;
};
const keyframesOf = (path: string) =>
  probeFile(
    path,
    '-select_streams',
    'v',
    '-skip_frame',
    'nokey',
    '-show_entries',
    'frame=pts_time',
    '-of',
    'csv=p=0',
  );

describe('a video with sound and a place written into it', () => {
  let tags: string;
  let facts: VideoFacts;
  let made: string;
  let result: Awaited<ReturnType<typeof engine.transcodeVideo>>;
  const progress: number[] = [];

  beforeAll(async () => {
    const file = await drawClip(folder, {
      seconds: 5,
      size: '1280x720',
      rate: 15,
      output: [
        '-c:v',
        'libx264',
        '-preset',
        'ultrafast',
        '-metadata',
        'location=-23.5505-046.6333/',
        '-movflags',
        'use_metadata_tags',
      ],
    });
    tags = await probeFile(file, '-show_entries', 'format_tags');
    facts = await inspectVideo(file);
    made = await newFolder();
    result = await engine.transcodeVideo(facts, {
      file,
      folder: made,
      watermark: "camarim.example/lúcia 'x': %{pts}",
      signal,
      onProgress: (part) => progress.push(part),
    });
  });

  it('a video with sound is inspected correctly', () => {
    expect(facts).toMatchObject({
      contentType: 'video/mp4',
      width: 1_280,
      height: 720,
      hasAudio: true,
      highDynamicRange: false,
    });
    expect(facts.durationMs).toBeGreaterThan(4_900);
  });

  it('a video gets four qualities with aligned key frames, and one audio track', async () => {
    expect(result.rungs.map(({ name, width, height }) => [name, width, height])).toEqual([
      ['240p', 426, 240],
      ['360p', 640, 360],
      ['480p', 854, 480],
      ['720p', 1_280, 720],
    ]);
    const keyframes = await Promise.all(
      result.rungs.map(async (rung) => keyframesOf(await whole(made, rung))),
    );
    expect(new Set(keyframes).size).toBe(1);
    expect(keyframes[0]?.split('\n').length).toBeGreaterThanOrEqual(3);
    expect(result.audio?.segments.length).toBeGreaterThan(0);
    for (const rung of result.rungs)
      expect(rung.segments.reduce((sum, { durationMs }) => sum + durationMs, 0)).toBeGreaterThan(
        4_800,
      );
    expect(result.rungs.map(({ bitsPerSecond }) => bitsPerSecond)).toEqual(
      result.rungs
        .map(({ bitsPerSecond }) => bitsPerSecond)
        .toSorted((left, right) => left - right),
    );
  });

  it('a video becomes one MP4 file without its location metadata', async () => {
    expect(tags).toContain('46.6333');
    expect(
      await probeFile(
        join(made, result.mp4),
        '-show_entries',
        'stream=codec_name',
        '-of',
        'csv=p=0',
      ),
    ).toBe('h264\naac');
    const bytes = await readFile(join(made, result.mp4));
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
    for (const file of await readdir(made, { recursive: true, withFileTypes: true })) {
      if (file.isFile())
        expect(
          (await readFile(join(file.parentPath, file.name))).includes('46.6333'),
          file.name,
        ).toBe(false);
    }
  });

  it('a video has small frames for scrubbing, and their hashes', async () => {
    const { sprite, frameHashes } = result;
    expect(sprite).toMatchObject({
      columns: 10,
      rows: 1,
      frameWidth: 160,
      frameHeight: 90,
      intervalMs: 2_000,
    });
    expect(await sharp(join(made, sprite.file)).metadata()).toMatchObject({
      width: 1_600,
      height: 90,
    });
    expect(frameHashes.map(({ atMs }) => atMs)).toEqual([0, 2_000, 4_000]);
    expect(distance(frameHashes[0]?.hash ?? 0n, frameHashes[1]?.hash ?? 0n)).toBeGreaterThan(2);
  });

  it('transcoding reports a rising progress', () => {
    expect(progress).toEqual(progress.toSorted((left, right) => left - right));
    expect(progress.at(-1)).toBeGreaterThan(0.9);
  });

  it('a transcoded video carries the watermark', async () => {
    const file = await drawClip(folder, { seconds: 1, size: '640x360', name: 'unmarked.mp4' });
    const frameOf = async (watermark: string) => {
      const place = await newFolder();
      const { mp4 } = await engine.transcodeVideo(await inspectVideo(file), {
        file,
        folder: place,
        watermark,
        signal,
        onProgress: () => {},
      });
      const { stdout } = await execute(
        'ffmpeg',
        [
          '-v',
          'error',
          '-i',
          join(place, mp4),
          '-frames:v',
          '1',
          '-f',
          'image2pipe',
          '-c:v',
          'png',
          '-',
        ],
        { encoding: 'buffer', maxBuffer: 2 ** 25 },
      );
      return sharp(stdout)
        .extract({ left: 300, top: 320, width: 340, height: 40 })
        .greyscale()
        .raw()
        .toBuffer();
    };
    const [marked, bare] = [await frameOf('camarim.example/lucia'), await frameOf('')];
    expect(
      marked.filter((value, index) => Math.abs(value - (bare[index] ?? 0)) > 40).length,
    ).toBeGreaterThan(200);
  });
});

describe('other videos', () => {
  const transcode = async (file: string) => {
    const facts = await inspectVideo(file);
    const made = await newFolder();
    const result = await engine.transcodeVideo(facts, {
      file,
      folder: made,
      watermark: 'camarim.example/teste',
      signal,
      onProgress: () => {},
    });
    return { facts, made, ...result };
  };

  it('small videos get no quality above their own', async () => {
    const { rungs } = await transcode(
      await drawClip(folder, { size: '320x180', name: 'small.mp4' }),
    );
    expect(rungs.map(({ name, width, height }) => [name, width, height])).toEqual([
      ['240p', 320, 180],
    ]);
  });

  it('rotated portrait videos stay upright', async () => {
    const flat = await drawClip(folder, { seconds: 2, size: '640x480', name: 'flat.mp4' });
    const turned = join(folder, 'turned.mp4');
    await execute('ffmpeg', [
      '-v',
      'error',
      '-y',
      '-i',
      flat,
      '-c',
      'copy',
      '-metadata:s:v:0',
      'rotate=90',
      turned,
    ]);
    const { facts, rungs } = await transcode(turned);
    expect(facts).toMatchObject({ width: 480, height: 640 });
    expect(rungs.map(({ width, height }) => [width, height])).toEqual([
      [240, 320],
      [360, 480],
      [480, 640],
    ]);
  });

  it('silent videos have no audio track and play', async () => {
    const { facts, audio, rungs, made, mp4 } = await transcode(
      await drawClip(folder, { sound: false, seconds: 2, size: '320x240', name: 'silent.mp4' }),
    );
    expect(facts.hasAudio).toBe(false);
    expect(audio).toBeNull();
    expect(rungs[0]?.codecs).not.toContain('mp4a');
    expect(
      await probeFile(join(made, mp4), '-show_entries', 'stream=codec_name', '-of', 'csv=p=0'),
    ).toBe('h264');
  });

  it.each([
    [
      'of changing frame rate, in WebM',
      {
        name: 'vfr.webm',
        size: '320x240',
        output: [
          '-c:v',
          'libvpx',
          '-deadline',
          'realtime',
          '-vf',
          "select='not(mod(n,3))+lt(n,20)'",
          '-fps_mode',
          'vfr',
          '-c:a',
          'libopus',
        ],
      },
      'video/webm',
    ],
    [
      'in HEVC of ten bits and high dynamic range, its primaries unsaid',
      {
        name: 'hdr.mov',
        size: '320x240',
        rate: 10,
        output: [
          '-c:v',
          'libx265',
          '-preset',
          'ultrafast',
          '-pix_fmt',
          'yuv420p10le',
          '-tag:v',
          'hvc1',
          '-color_trc',
          'smpte2084',
          '-x265-params',
          'log-level=none:transfer=smpte2084',
        ],
      },
      'video/quicktime',
    ],
    [
      'in Matroska',
      {
        name: 'video.mkv',
        size: '320x240',
        output: ['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac'],
      },
      /matroska/,
    ],
  ])('%s', async (_name, clip, contentType) => {
    const { facts, rungs, made } = await transcode(await drawClip(folder, { seconds: 2, ...clip }));
    expect(facts.contentType).toMatch(contentType);
    const described = await probeFile(
      await whole(made, rungs[0] as Rung),
      '-show_entries',
      'stream=pix_fmt,codec_name,color_transfer',
      '-of',
      'csv=p=0',
    );
    expect(described).toMatch(/^h264,yuv420p/);
    expect(described).not.toContain('smpte2084');
  });

  it.each([
    ['one frame', 1],
    ['two frames', 2],
    ['a quarter of a second', 6],
  ])('videos of %s get a poster, an early rendition and every quality', async (_name, frames) => {
    const file = await drawClip(folder, {
      seconds: 1,
      size: '640x360',
      sound: false,
      name: `${frames}-frames.mp4`,
      output: [
        '-c:v',
        'libx264',
        '-preset',
        'ultrafast',
        '-pix_fmt',
        'yuv420p',
        '-frames:v',
        String(frames),
      ],
    });
    const look = await engine.encodeEarlyRendition(await inspectVideo(file), {
      file,
      folder: await newFolder(),
      watermark: 'x',
      signal,
    });
    expect(look.rung.segments).toHaveLength(1);
    const { rungs, durationMs, frameHashes } = await transcode(file);
    expect(rungs.map(({ name }) => name)).toEqual(['240p', '360p']);
    expect([durationMs, frameHashes.length]).toEqual([frames * 40, 1]);
  });

  it('truncated videos last as long as what was decoded', async () => {
    const long = await drawClip(folder, {
      seconds: 6,
      size: '320x240',
      sound: false,
      name: 'index-first.mp4',
      output: [
        '-c:v',
        'libx264',
        '-preset',
        'ultrafast',
        '-g',
        '25',
        '-pix_fmt',
        'yuv420p',
        '-movflags',
        '+faststart',
      ],
    });
    const content = await readFile(long);
    const cut = join(folder, 'cut.mp4');
    await writeFile(cut, content.subarray(0, Math.floor(content.length / 2)));
    const { facts, durationMs, frameHashes } = await transcode(cut);
    expect(facts.durationMs).toBe(6_000);
    expect(durationMs).toBeGreaterThan(1_000);
    expect(durationMs).toBeLessThan(4_500);
    expect(frameHashes).toHaveLength(Math.ceil(durationMs / 2_000));
  });

  it('videos report the codec profile and level of their stream and the rates of their segments', async () => {
    const file = await drawClip(folder, {
      seconds: 2,
      size: '1280x720',
      rate: 60,
      name: 'fast.mp4',
    });
    const { rungs, audio, made } = await transcode(file);
    for (const rung of rungs) {
      const [profile = '', level = ''] = (
        await probeFile(
          await whole(made, rung),
          '-select_streams',
          'v',
          '-show_entries',
          'stream=profile,level',
          '-of',
          'csv=p=0',
        )
      ).split(',');
      const [, profileHex = '', levelHex = ''] =
        /^avc1\.(..)..(..),mp4a\.40\.2$/.exec(rung.codecs) ?? [];
      expect([profile, profileHex, Number.parseInt(levelHex, 16)]).toEqual([
        'High',
        '64',
        Number(level),
      ]);
      expect(rung.averageBitsPerSecond).toBeLessThanOrEqual(rung.bitsPerSecond);
      const sent = async ({ segments }: Pick<Rung, 'segments'>) =>
        Math.max(
          ...(await Promise.all(
            segments.map(
              async ({ file: name, durationMs }) =>
                ((Math.floor((await readFile(join(made, name))).length / 16) + 1) * 16 * 8_000) /
                durationMs,
            ),
          )),
        );
      expect(rung.bitsPerSecond).toBeGreaterThanOrEqual(
        (await sent(rung)) + (audio ? await sent(audio) : 0),
      );
    }
  });

  it('videos get their early rendition and poster before the rest', async () => {
    const file = await drawClip(folder, { seconds: 9, size: '1280x720', name: 'long.mp4' });
    const made = await newFolder();
    const look = await engine.encodeEarlyRendition(await inspectVideo(file), {
      file,
      folder: made,
      watermark: 'x',
      signal,
    });
    expect(look.rung).toMatchObject({ name: '240p', width: 426, height: 240 });
    expect(look.rung.segments.reduce((sum, { durationMs }) => sum + durationMs, 0)).toBeCloseTo(
      6_000,
      -3,
    );
    expect(look.audio).not.toBeNull();
    expect(await sharp(join(made, look.poster)).metadata()).toMatchObject({
      format: 'jpeg',
      width: 1_280,
      height: 720,
    });
  });

  it('transcoding stops when it is aborted', async () => {
    const file = join(folder, 'long.mp4');
    const controller = new AbortController();
    const working = engine.transcodeVideo(await inspectVideo(file), {
      file,
      folder: await newFolder(),
      watermark: '',
      signal: controller.signal,
      onProgress: () => {},
    });
    setTimeout(() => controller.abort(new Error('enough')), 300);
    await expect(working).rejects.toThrow('enough');
  });
});

describe('an audio file', () => {
  it('an audio file is normalised in loudness and has its waveform', async () => {
    const file = await drawTone(folder, { seconds: 4, volume: 0.05 });
    const facts = await engine.inspect({ file, signal });
    if (facts.kind !== 'audio') throw new Error(`is ${facts.kind}`);
    const made = await newFolder();
    const { m4a, loudness, waveform } = await engine.transcodeAudio(facts, {
      file,
      folder: made,
      signal,
      onProgress: () => {},
    });
    expect(loudness).toBeLessThan(-30);
    expect(waveform).toHaveLength(300);
    expect(Math.max(...waveform)).toBeGreaterThan(10);
    const { stderr } = await execute('ffmpeg', [
      '-hide_banner',
      '-i',
      join(made, m4a),
      '-af',
      'ebur128',
      '-f',
      'null',
      '-',
    ]);
    const after = Number(
      /I:\s+(-?[\d.]+) LUFS\s+Threshold/.exec(stderr.slice(stderr.lastIndexOf('Summary')))?.[1],
    );
    expect(after).toBeGreaterThan(-17.5);
    expect(after).toBeLessThan(-14.5);
  });

  it('a silent audio file is not normalised', async () => {
    const file = await drawTone(folder, { volume: 0, name: 'silence.wav' });
    const facts = await engine.inspect({ file, signal });
    if (facts.kind !== 'audio') throw new Error(`is ${facts.kind}`);
    const { waveform } = await engine.transcodeAudio(facts, {
      file,
      folder: await newFolder(),
      signal,
      onProgress: () => {},
    });
    expect(Math.max(...waveform)).toBe(0);
  });
});

it('transcoding leaves files in its folder only', async () => {
  await copyFile(join(folder, 'small.mp4'), join(folder, 'again.mp4'));
  const before = (await readdir(folder)).length;
  await inspectVideo(join(folder, 'again.mp4'));
  expect((await readdir(folder)).length).toBe(before);
});
