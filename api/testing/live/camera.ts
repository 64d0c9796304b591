// A camera for tests of live video: ffmpeg draws a pattern and a tone and sends real H264 (or VP8)
// and Opus to the port of a peer, which publishes them.
import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type PacketPublisher, publishPackets, type Signal, type TestPeer } from './peers.ts';

const HOST = '127.0.0.1';
const FRAMES_PER_SECOND = 20;
const REPORTED_WITHIN_MS = 10_000;

export type CameraOptions = {
  codec?: 'h264' | 'vp8';
  size?: string;
  /** ffmpeg's name of what is drawn. */
  pattern?: string;
  /** False: the microphone sends nothing. */
  sound?: boolean;
  /** The address of this machine that it sends from, in the place of the loopback. */
  host?: string;
};

const pictureOf = (codec: 'h264' | 'vp8'): string[] =>
  codec === 'h264'
    ? ['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-profile:v', 'baseline']
    : ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8'];

const startCamera = (
  ports: { audio: number; video: number },
  { codec = 'h264', size = '320x240', pattern = 'testsrc2', sound = true }: CameraOptions,
): ChildProcess =>
  spawn(
    'ffmpeg',
    [
      ['-hide_banner', '-loglevel', 'error', '-nostdin'],
      ['-re', '-f', 'lavfi', '-i', `${pattern}=size=${size}:rate=${FRAMES_PER_SECOND}`],
      ['-re', '-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000'],
      ['-map', '0:v', ...pictureOf(codec), '-pix_fmt', 'yuv420p', '-b:v', '300k'],
      ['-g', String(FRAMES_PER_SECOND), '-bf', '0', '-f', 'rtp', '-pkt_size', '1200'],
      [`rtp://${HOST}:${ports.video}?rtcpport=9&localrtpport=0`],
      sound
        ? `-map 1:a -c:a libopus -b:a 48k -f rtp rtp://${HOST}:${ports.audio}?rtcpport=9&localrtpport=0`.split(
            ' ',
          )
        : [],
    ].flat(),
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );

type Packets = (packet: Buffer) => void;

/** `first` resolves with the first packet. */
const listen = async (): Promise<{
  socket: Socket;
  first: Promise<unknown>;
  onPacket: (take: Packets) => void;
}> => {
  const socket = createSocket('udp4');
  const first = once(socket, 'message');
  await once(socket.bind(0, HOST), 'listening');
  return { socket, first, onPacket: (take) => void socket.on('message', take) };
};

const portOf = (socket: Socket): number => (socket.address() as AddressInfo).port;

/** Publishes a moving picture with sound until it is closed. Rejects as `signal` does. */
export const publishCamera = async (
  signal: Signal,
  options: CameraOptions = {},
): Promise<TestPeer> => {
  const [audio, video] = [await listen(), await listen()];
  const camera = startCamera({ audio: portOf(audio.socket), video: portOf(video.socket) }, options);
  // A test that failed before it closed its camera would leave ffmpeg running.
  const end = (): void => void camera.kill('SIGKILL');
  process.once('exit', end);
  const stop = (): void => {
    end();
    process.off('exit', end);
    audio.socket.close();
    video.socket.close();
  };
  // A publisher that sends nothing for seconds is dropped, and on a busy machine ffmpeg starts that
  // slowly.
  await video.first;
  let publisher: PacketPublisher | null = null;
  audio.onPacket((packet) => publisher?.write('audio', packet));
  video.onPacket((packet) => publisher?.write('video', packet));
  // The end of a handshake can be lost after this side took it for done: then nothing arrives.
  const isReceived = async (one: PacketPublisher): Promise<boolean> =>
    Promise.race([one.reported.then(() => true), sleep(REPORTED_WITHIN_MS, false, { ref: false })]);
  for (;;) {
    publisher = await publishPackets(signal, options.codec ?? 'h264', options.host).catch(
      (error: unknown) => {
        stop();
        throw error;
      },
    );
    if (await isReceived(publisher)) break;
    await publisher.peer.close();
  }
  const { peer } = publisher;
  return {
    ...peer,
    close: async () => {
      stop();
      await peer.close();
    },
    vanish: () => {
      stop();
      peer.vanish();
    },
  };
};
