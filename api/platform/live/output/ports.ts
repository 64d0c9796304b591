// UDP ports of the loopback over which ffmpeg is sent packets.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { MediaKind } from '../embedded/rtp.ts';

export const HOST = '127.0.0.1';
const FIRST = 20_000;
const PAIRS = 2_500;

const isFree = async (port: number): Promise<boolean> => {
  const socket = createSocket('udp4');
  try {
    await once(socket.bind(port, HOST), 'listening');
    return true;
  } catch {
    return false;
  } finally {
    await new Promise<void>((resolve) => {
      try {
        socket.close(() => resolve());
      } catch {
        resolve();
      }
    });
  }
};

/** Two ports for RTP; the one above each is for RTCP. */
export const freePorts = async (): Promise<Record<MediaKind, number>> => {
  for (;;) {
    const audio = FIRST + 4 * Math.floor(Math.random() * PAIRS);
    const free = await Promise.all([0, 1, 2, 3].map((offset) => isFree(audio + offset)));
    if (free.every(Boolean)) return { audio, video: audio + 2 };
  }
};

/**
 * Asked while another program is about to bind the port, which would fail at the moment in which
 * this one has it: so Linux is asked for its list.
 */
export const isBound = async (port: number): Promise<boolean> => {
  const list = await readFile('/proc/net/udp', 'utf8').catch(() => null);
  if (list === null) return !(await isFree(port));
  return list.includes(`:${port.toString(16).toUpperCase().padStart(4, '0')} `);
};
