// What a watcher's connection receives, as its statistics tell: whether media still arrive, and
// whether the engine leaves most of the picture out because the network is too slow for it.

/** Totals of a connection; `keyframes` are among the frames, NaN where the browser doesn't say. */
export type ReceivedMedia = { frames: number; keyframes: number; packets: number };

/** A connection that brings nothing for so long is opened again. */
const STILL_MS = 2_000;
/**
 * A connection that brings sound, but no picture, is opened again after this. The engine may take
 * 16 s until a key frame has come on a slow network, and whether it is slow is not known before.
 */
const SOUND_ALONE_MS = 20_000;

const WINDOW_MS = 8_000;
/** A program that sends key frames only sends many. */
const REDUCED_FRAMES = 4;

type Sample = ReceivedMedia & { atMs: number };

/** Follows one connection from its beginning, a sample each second. */
export const followMedia = (startMs: number) => {
  const start: Sample = { frames: 0, keyframes: 0, packets: 0, atMs: startMs };
  let last = start;
  let samples = [start];
  let frameAtMs = startMs;
  let packetAtMs = startMs;
  let isReduced = false;
  const measureReduction = (): void => {
    const [first = last] = samples;
    if (last.atMs - first.atMs < WINDOW_MS) return;
    const frames = last.frames - first.frames;
    // Without any frame, as in the background, nothing is learned.
    if (frames > 0)
      isReduced = frames <= REDUCED_FRAMES && frames === last.keyframes - first.keyframes;
    samples = samples.slice(1);
  };
  return (received: ReceivedMedia, nowMs: number): { isLively: boolean; isReduced: boolean } => {
    if (received.frames > last.frames) frameAtMs = nowMs;
    if (received.packets > last.packets) packetAtMs = nowMs;
    last = { ...received, atMs: nowMs };
    samples.push(last);
    measureReduction();
    const still = nowMs - frameAtMs;
    return {
      isLively: still < STILL_MS || (still < SOUND_ALONE_MS && nowMs - packetAtMs < STILL_MS),
      isReduced,
    };
  };
};
