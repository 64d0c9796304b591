// Videos of unusual kinds through the real encoder in its sandbox.
import { execFile } from 'node:child_process';
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { openEncoder } from '../../../testing/media/open-encoder.ts';
import { MediaRefused, type Rung } from '../port.ts';
import { drawClip, probeFile } from './clips.ts';

// Encoding takes the time it takes; a busy machine needs several times as much.
const execute = promisify(execFile);
const signal = new AbortController().signal;
const { engine, folder, newFolder, inspectVideo, joinRung } = openEncoder();

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
  ])('a video %s is transcoded', async (_name, clip, contentType) => {
    const { facts, rungs, made } = await transcode(await drawClip(folder, { seconds: 2, ...clip }));
    expect(facts.contentType).toMatch(contentType);
    const described = await probeFile(
      await joinRung(made, rungs[0] as Rung),
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

  it('videos that last longer than they say are refused', async () => {
    const file = await drawClip(folder, {
      seconds: 8,
      size: '320x240',
      sound: false,
      name: 'longer.mkv',
    });
    expect((await transcode(file)).durationMs).toBe(8_000);
    const content = await readFile(file);
    // Matroska's Duration: its id, a length of 8 bytes, milliseconds.
    const place = content.indexOf(Buffer.from('448988', 'hex')) + 3;
    content.writeDoubleBE(3_000, place);
    await writeFile(file, content);
    expect((await inspectVideo(file)).durationMs).toBe(3_000);
    await expect(transcode(file)).rejects.toThrow(MediaRefused);
  });

  it('videos report the codec profile and level of their stream and the rates of their segments', async () => {
    const file = await drawClip(folder, {
      seconds: 2,
      size: '640x360',
      rate: 60,
      name: 'fast.mp4',
    });
    const { rungs, audio, made } = await transcode(file);
    for (const rung of rungs) {
      const [profile = '', level = ''] = (
        await probeFile(
          await joinRung(made, rung),
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
    const file = await drawClip(folder, { seconds: 9, name: 'long.mp4' });
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
      width: 640,
      height: 360,
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

it('transcoding leaves files in its folder only', async () => {
  await copyFile(join(folder, 'small.mp4'), join(folder, 'again.mp4'));
  const before = (await readdir(folder)).length;
  await inspectVideo(join(folder, 'again.mp4'));
  expect((await readdir(folder)).length).toBe(before);
});
