// A video with sound through the real encoder in its sandbox.
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { keyframesOf, openEncoder } from '../../../testing/media/open-encoder.ts';
import { distance } from '../perceptual-hash.ts';
import type { VideoFacts } from '../port.ts';
import { drawClip, probeFile } from './clips.ts';

// Encoding takes the time it takes; a busy machine needs several times as much.
const execute = promisify(execFile);
const signal = new AbortController().signal;
const { engine, folder, newFolder, inspectVideo, joinRung } = openEncoder();

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
      result.rungs.map(async (rung) => keyframesOf(await joinRung(made, rung))),
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
