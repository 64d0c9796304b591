// Sound without gaps for ffmpeg, which writes nothing of the picture while a stream of sound that
// its input names is missing: silence where the microphone is muted, or was never there.
import { createContinuity } from '../embedded/rtp.ts';

/** Silence of Opus (RFC 6716), one frame of 20 ms. */
const SILENCE = Buffer.from([0xf8, 0xff, 0xfe]);
const FRAME_MS = 20;
const FRAME_TICKS = 960;
/** Microphones that send nothing in pauses (DTX) send once in 400 ms. */
const GAP_MS = 500;
/**
 * After a time in which nothing ran, such as a sleep of the machine, no more than this is made up
 * for.
 */
const MOST_MS = 10_000;

/** A check later than this was delayed, and so was the audio that it would find missing. */
const DELAYED_MS = 250;

/** Sends the packets of one Opus stream, which begins now. */
export const createUnbrokenSound = (
  send: (packet: Buffer) => void,
  startMs = performance.now(),
) => {
  const stream = createContinuity('audio');
  let silent = false;
  let lastMs = startMs - FRAME_MS;
  let checkedMs = startMs;
  let frames = 0;

  const follow = (packet: Buffer, nowMs: number, isSilence: boolean): void => {
    if (isSilence !== silent) stream.interrupt();
    silent = isSilence;
    stream.continue(packet, nowMs);
    lastMs = nowMs;
    send(packet);
  };
  const silence = (): Buffer => {
    const header = Buffer.alloc(12);
    frames += 1;
    header[0] = 0x80;
    header.writeUInt16BE(frames & 0xff_ff, 2);
    header.writeUInt32BE((frames * FRAME_TICKS) >>> 0, 4);
    return Buffer.concat([header, SILENCE]);
  };
  return {
    packet: (packet: Buffer, nowMs: number): void => follow(Buffer.from(packet), nowMs, false),
    /** Silence up to now, when there has been no sound for so long. */
    fill(nowMs: number, gapMs = silent ? 0 : GAP_MS): void {
      const isDelayed = nowMs - checkedMs > DELAYED_MS;
      checkedMs = nowMs;
      if (isDelayed || nowMs - lastMs < gapMs) return;
      lastMs = Math.max(lastMs, nowMs - MOST_MS);
      while (lastMs + FRAME_MS <= nowMs) follow(silence(), lastMs + FRAME_MS, true);
    },
  };
};
