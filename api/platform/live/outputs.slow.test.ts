// What an engine makes of a room beside its connections: segments by ffmpeg and key frames, of real
// H264 and VP8.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type CameraOptions, publishCamera } from '../../testing/live/camera.ts';
import { engineSuite, PUBLISHER } from '../../testing/live/engine-suite.ts';
import { ENGINES } from '../../testing/live/engines.ts';
import type { OpenEngine } from '../../testing/live/open-engine.ts';
import type { TestPeer } from '../../testing/live/peers.ts';
import type { LiveEngine, LiveSegment } from './port.ts';

const WITHIN = { timeout: 80_000, interval: 100 };
const run = promisify(execFile);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'camarim-outputs-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What ffprobe says of the streams in the segments. */
const ask = async (segments: readonly LiveSegment[], entries: string): Promise<string[]> => {
  const file = join(folder, `${randomUUID()}.mp4`);
  const pieces = [segments[0]?.init ?? '', ...segments.map((segment) => segment.file)];
  await writeFile(file, Buffer.concat(await Promise.all(pieces.map((path) => readFile(path)))));
  const { stdout } = await run('ffprobe', [
    '-v',
    'error',
    '-show_entries',
    entries,
    '-of',
    'csv=p=0',
    file,
  ]);
  return stdout.trim().split('\n');
};

/** Codecs and size. */
const probe = (segments: readonly LiveSegment[]): Promise<string[]> =>
  ask(segments, 'stream=codec_name,width,height');

/** Seconds of picture and of sound. */
const lengths = async (segments: readonly LiveSegment[]): Promise<number[]> => {
  const packets = await ask(segments, 'packet=codec_type,pts_time,duration_time');
  return ['video', 'audio'].map((kind) => {
    const lines = packets.filter((line) => line.startsWith(kind)).map((line) => line.split(','));
    return lines.reduce((sum, [, , seconds]) => sum + (Number(seconds) || 0), 0);
  });
};

describe.each(ENGINES)('$name', ({ open }) => {
  let engine: OpenEngine;
  let live: LiveEngine;
  const { events, keep, forget, createRoom, grant } = engineSuite(open, (opened) => {
    engine = opened;
    ({ live } = opened);
  });
  const publish = async (room: string, options?: CameraOptions): Promise<TestPeer> =>
    keep(
      await publishCamera((sdp) => live.offer(grant(room, 'publisher', PUBLISHER), sdp), options),
    );
  const segmentsOf = async (room: string): Promise<LiveSegment[]> =>
    (await live.segments()).filter((segment) => segment.room === room);
  const untilSegments = (room: string, least: number): Promise<void> =>
    expect.poll(async () => (await segmentsOf(room)).length, WITHIN).toBeGreaterThanOrEqual(least);

  test('segments of two seconds are made of H264 without encoding it again, and an event says so', async () => {
    const room = await createRoom();
    await publish(room);
    await live.startOutput(room);
    await live.startOutput(room);
    await untilSegments(room, 2);
    const segments = await segmentsOf(room);
    expect(segments.map(({ number }) => number).slice(0, 2)).toEqual([0, 1]);
    for (const { durationMs } of segments) expect(durationMs).toBeCloseTo(2_000, -3);
    expect(await probe(segments)).toEqual(['h264,320,240', 'aac']);
    expect(events).toContainEqual(expect.objectContaining({ type: 'segments', room }));
    for (const segment of segments) await live.dropSegment(segment);
    const dropped = new Set(segments.map(({ number }) => number));
    expect((await segmentsOf(room)).filter(({ number }) => dropped.has(number))).toEqual([]);
  });

  test('VP8 becomes H264', async () => {
    const room = await createRoom({ codec: 'vp8' });
    await publish(room, { codec: 'vp8' });
    await live.startOutput(room);
    await untilSegments(room, 1);
    expect(await probe(await segmentsOf(room))).toEqual(['h264,320,240', 'aac']);
  });

  test('a publisher without sound has segments, whose sound is silence', async () => {
    const room = await createRoom();
    await publish(room, { sound: false });
    await live.startOutput(room);
    await untilSegments(room, 2);
    expect(await probe(await segmentsOf(room))).toEqual(['h264,320,240', 'aac']);
  });

  test('segments go on while the microphone is muted, and their sound is as long as their picture', async () => {
    const room = await createRoom();
    await publish(room);
    await live.startOutput(room);
    await untilSegments(room, 1);
    await live.mute(room, 'audio', true);
    await untilSegments(room, 3);
    await live.mute(room, 'audio', false);
    await untilSegments(room, 5);
    const segments = await segmentsOf(room);
    expect(new Set(segments.map(({ series }) => series)).size).toBe(1);
    const [picture = 0, sound = 0] = await lengths(segments);
    expect(picture).toBeGreaterThan(9);
    expect(Math.abs(picture - sound)).toBeLessThan(0.5);
  });

  test('a publisher who comes back with a picture of another size begins another series', async () => {
    const room = await createRoom();
    const first = await publish(room);
    await live.startOutput(room);
    await untilSegments(room, 1);
    first.vanish();
    forget(first);
    await publish(room, { size: '640x480' });
    await expect
      .poll(async () => new Set((await segmentsOf(room)).map(({ series }) => series)).size, WITHIN)
      .toBe(2);
    const segments = await segmentsOf(room);
    const last = segments.filter(({ series }) => series === segments.at(-1)?.series);
    expect(last[0]?.number).toBe(0);
    expect(await probe(last)).toEqual(['h264,640,480', 'aac']);
  });

  test('an output that is stopped finishes its last segment and makes no more', async () => {
    const room = await createRoom();
    await publish(room);
    await live.startOutput(room);
    await untilSegments(room, 1);
    await live.stopOutput(room);
    await live.stopOutput(room);
    const count = (await segmentsOf(room)).length;
    expect(count).toBeGreaterThanOrEqual(2);
    await live.keyframe(room);
    await live.keyframe(room);
    expect(await segmentsOf(room)).toHaveLength(count);
  });

  test('segments of a room that has ended are kept until they are dropped', async () => {
    const room = await createRoom();
    await publish(room);
    await live.startOutput(room);
    await untilSegments(room, 1);
    await live.endRoom(room, 'over');
    await expect.poll(async () => (await segmentsOf(room)).length, WITHIN).toBeGreaterThan(1);
    for (const segment of await segmentsOf(room)) await live.dropSegment(segment);
    expect(await segmentsOf(room)).toEqual([]);
  });

  test('an output goes on after the engine was killed, and what was complete before is there', async () => {
    const room = await createRoom();
    const before = await publish(room);
    await live.startOutput(room);
    await untilSegments(room, 1);
    const [first] = await segmentsOf(room);
    await engine.kill();
    await before.close();
    forget(before);
    await expect.poll(() => publish(room).then(Boolean, () => false), WITHIN).toBe(true);
    await expect
      .poll(async () => (await segmentsOf(room)).at(-1)?.series, WITHIN)
      .not.toBe(first?.series);
    expect(await segmentsOf(room)).toContainEqual(
      expect.objectContaining({ series: first?.series, number: first?.number }),
    );
  });

  test.each(['h264', 'vp8'] as const)('a key frame of %s can be decoded', async (codec) => {
    const room = await createRoom({ codec });
    await publish(room, { codec });
    await expect.poll(() => live.publisher(room), WITHIN).not.toBeNull();
    // On a busy machine none may come within the seconds that one question waits.
    const frame = await vi.waitUntil(() => live.keyframe(room), WITHIN);
    const file = join(folder, randomUUID());
    await writeFile(file, frame.content);
    const format = codec === 'h264' ? 'h264' : 'ivf';
    await run('ffmpeg', ['-v', 'error', '-xerror', '-f', format, '-i', file, '-f', 'null', '-']);
    expect(frame.codec).toBe(codec);
  });

  test('a room without a publisher has no key frame, and one that is not there no output', async () => {
    expect(await live.keyframe(await createRoom())).toBeNull();
    await expect(live.startOutput('room-of-nothing')).rejects.toMatchObject({ reason: 'noRoom' });
  });
});
