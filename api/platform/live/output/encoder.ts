// One run of ffmpeg, which makes segments of the RTP packets that it is sent on the loopback.
import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lastingProgram } from '../../media/sandbox.ts';
import type { MediaKind } from '../embedded/rtp.ts';
import { freePorts, HOST, isBound } from './ports.ts';
import { INIT_FILE, PLAYLIST_FILE } from './segment-files.ts';
import type { ParameterSets } from './rtp-picture.ts';
import { createUnbrokenSound } from './unbroken-sound.ts';

const SEGMENT_SECONDS = 2;
const READY_WITHIN_MS = 10_000;
const POLL_MS = 20;
const FILL_EVERY_MS = 20;
const END_WITHIN_MS = 5_000;
/** Limits for a show of a week whose video is encoded again. */
const LIMITS = { memoryBytes: 2 * 1024 ** 3, cpuSeconds: 7 * 86_400, fileBytes: 256 * 1024 ** 2 };
const TYPES = { audio: 111, video: 96 } as const;
const SOURCES = { audio: 1, video: 2 } as const;
/** What came while ffmpeg started is sent in bursts that its sockets can hold. */
const BURST_PACKETS = 40;
const BURST_PAUSE_MS = 5;

/** Path of an installed program; null without it. */
export const findProgram = (name: string): string | null =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path)) ?? null;

const sdpOf = (
  codec: 'h264' | 'vp8',
  ports: Record<MediaKind, number>,
  sets: ParameterSets | null,
): string =>
  [
    'v=0',
    `o=- 0 0 IN IP4 ${HOST}`,
    's=live',
    `c=IN IP4 ${HOST}`,
    't=0 0',
    `m=audio ${ports.audio} RTP/AVP ${TYPES.audio}`,
    `a=rtpmap:${TYPES.audio} opus/48000/2`,
    `m=video ${ports.video} RTP/AVP ${TYPES.video}`,
    `a=rtpmap:${TYPES.video} ${codec === 'h264' ? 'H264' : 'VP8'}/90000`,
    ...(sets
      ? [
          `a=fmtp:${TYPES.video} packetization-mode=1;sprop-parameter-sets=${sets.sps.toString('base64')},${sets.pps.toString('base64')}`,
        ]
      : []),
    '',
  ].join('\r\n');

/** Arguments of ffmpeg. H264 is copied; VP8, which HLS has not, is encoded again. */
export const pictureOf = (codec: 'h264' | 'vp8'): string[] =>
  codec === 'h264'
    ? ['-c:v', 'copy']
    : [
        // Of the first packets of VP8 ffmpeg may take 90,000 frames per second for its rate, and
        // would fill them in with copies.
        '-fps_mode',
        'vfr',
        '-fpsmax',
        '60',
        '-c:v',
        'libx264',
        '-preset',
        'veryfast',
        '-tune',
        'zerolatency',
        '-pix_fmt',
        'yuv420p',
        '-force_key_frames',
        `expr:gte(t,n_forced*${SEGMENT_SECONDS})`,
      ];

const commandOf = (codec: 'h264' | 'vp8', path: string): string[] => [
  '-hide_banner',
  '-loglevel',
  'warning',
  '-protocol_whitelist',
  'file,udp,rtp',
  '-fflags',
  '+genpts',
  '-analyzeduration',
  '500000',
  '-probesize',
  '200000',
  '-reorder_queue_size',
  '64',
  '-max_delay',
  '300000',
  '-i',
  join(path, 'in.sdp'),
  '-map',
  '0:v',
  '-map',
  '0:a',
  ...pictureOf(codec),
  '-c:a',
  'aac',
  '-ar',
  '48000',
  '-b:a',
  '96k',
  '-af',
  'aresample=async=1',
  '-max_interleave_delta',
  '500000',
  '-f',
  'hls',
  '-hls_time',
  String(SEGMENT_SECONDS),
  '-hls_list_size',
  '12',
  '-hls_segment_type',
  'fmp4',
  '-hls_fmp4_init_filename',
  INIT_FILE,
  '-hls_flags',
  'independent_segments+temp_file',
  '-start_number',
  '0',
  '-hls_segment_filename',
  join(path, '%d.m4s'),
  join(path, PLAYLIST_FILE),
];

export type Encoder = {
  /** Copies the packet. */
  send(kind: MediaKind, packet: Buffer): void;
  /** Resolves when the last segment is written. */
  stop(): Promise<void>;
  /** Resolves when ffmpeg has ended, by itself or not. */
  ended: Promise<unknown>;
};

const addressed = (kind: MediaKind, packet: Buffer): Buffer => {
  const copy = Buffer.from(packet);
  copy[1] = ((copy[1] ?? 0) & 0x80) | TYPES[kind];
  copy.writeUInt32BE(SOURCES[kind], 8);
  return copy;
};

const untilBound = async (child: ChildProcess, port: number): Promise<void> => {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (child.exitCode === null && performance.now() < deadline && !(await isBound(port)))
    await sleep(POLL_MS);
};

/** Sends what was held, in its order, and then each packet at once. */
const createSender = (socket: Socket, ports: Record<MediaKind, number>) => {
  let held: [MediaKind, Buffer][] | null = [];
  let closed = false;
  const transmit = (kind: MediaKind, packet: Buffer): void => {
    if (!closed) socket.send(packet, ports[kind], HOST, () => {});
  };
  return {
    /** Copies the packet. */
    send(kind: MediaKind, packet: Buffer): void {
      if (held) held.push([kind, addressed(kind, packet)]);
      else transmit(kind, addressed(kind, packet));
    },
    async release(): Promise<void> {
      while (held && held.length > 0) {
        for (const [kind, packet] of held.splice(0, BURST_PACKETS)) transmit(kind, packet);
        if (held.length > 0) await sleep(BURST_PAUSE_MS);
      }
      held = null;
    },
    /** What is held, or comes later, is dropped. */
    close(): void {
      closed = true;
      socket.close();
    },
  };
};

/** `path` is the folder of the series. Throws when there is no ffmpeg. */
export const startEncoder = async (
  path: string,
  codec: 'h264' | 'vp8',
  sets: ParameterSets | null,
): Promise<Encoder> => {
  const program = findProgram('ffmpeg');
  if (program === null) throw new Error('ffmpeg is not installed');
  const ports = await freePorts();
  await writeFile(join(path, 'in.sdp'), sdpOf(codec, ports, sets));
  const [command = program, ...args] = await lastingProgram(program, commandOf(codec, path), {
    folder: path,
    limits: LIMITS,
  });
  const child = spawn(command, args, {
    cwd: path,
    env: { PATH: process.env['PATH'] },
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const ended = once(child, 'exit').catch(() => null);
  // It may have ended by itself when it is asked to.
  child.stdin.on('error', () => {});
  const socket = createSocket('udp4');
  const sender = createSender(socket, ports);
  const sound = createUnbrokenSound((packet) => sender.send('audio', packet));
  void untilBound(child, ports.video).then(() => sender.release());
  const filling = setInterval(() => sound.fill(performance.now()), FILL_EVERY_MS);
  return {
    send: (kind, packet) =>
      kind === 'audio' ? sound.packet(packet, performance.now()) : sender.send(kind, packet),
    ended,
    stop: async () => {
      clearInterval(filling);
      // The sandbox takes no signal further. ffmpeg heeds the key with the next packet.
      child.stdin.write('q');
      const silence = setInterval(() => sound.fill(performance.now(), 0), FILL_EVERY_MS);
      await Promise.race([ended, sleep(END_WITHIN_MS, undefined, { ref: false })]);
      clearInterval(silence);
      if (child.exitCode === null) child.kill('SIGKILL');
      sender.close();
    },
  };
};
