// What of the publisher's packets goes on to the viewers, and when a key frame is asked for.
import { createContinuity, type MediaKind } from './rtp.ts';

/** A wave of viewers must not make the publisher send key frames only. */
const KEYFRAME_PAUSE_MS = 300;
/** How often the picture of viewers on a slow network changes, however many there are. */
const KEYFRAME_DUE_MS = 4_000;
/** After a longer pause in the packets, receivers have nothing to report. */
const FLOW_GAP_MS = 1_000;

/** Asks at once, or at the end of the pause: a viewer may have come after the last key frame. */
export const createKeyframeRequests = (request: () => void) => {
  let askedMs = -Infinity;
  let later: NodeJS.Timeout | null = null;
  const ask = (): void => {
    if (later) return;
    const waitMs = askedMs + KEYFRAME_PAUSE_MS - performance.now();
    if (waitMs > 0) {
      later = setTimeout(() => {
        later = null;
        ask();
      }, waitMs);
      return;
    }
    askedMs = performance.now();
    request();
  };
  /** For viewers on a slow network: not when any was asked for in the last seconds. */
  const askWhenDue = (): void => {
    if (performance.now() - askedMs >= KEYFRAME_DUE_MS) ask();
  };
  return { ask, askWhenDue, stop: () => later !== null && clearTimeout(later) };
};

export const createForwarder = (mutedBefore: readonly MediaKind[]) => {
  const muted = new Set(mutedBefore);
  const streams = { audio: createContinuity('audio'), video: createContinuity('video') };
  const flows = {
    audio: { sinceMs: 0, lastMs: -Infinity },
    video: { sinceMs: 0, lastMs: -Infinity },
  };
  return {
    muted: (): MediaKind[] => [...muted],
    /** True when the track was muted and is not any more. */
    mute(track: MediaKind, on: boolean): boolean {
      if (on) muted.add(track);
      else if (muted.delete(track)) {
        streams[track].interrupt();
        return true;
      }
      return false;
    },
    /** The next packets are of another connection of the publisher. */
    interrupt(): void {
      streams.audio.interrupt();
      streams.video.interrupt();
    },
    /** Rewrites the packet for the room; false when it is not sent on. */
    admit(kind: MediaKind, packet: Buffer, nowMs: number): boolean {
      if (muted.has(kind)) return false;
      streams[kind].continue(packet, nowMs);
      const flow = flows[kind];
      if (nowMs - flow.lastMs > FLOW_GAP_MS) flow.sinceMs = nowMs;
      flow.lastMs = nowMs;
      return true;
    },
    /**
     * For how long packets have flowed of which a viewer, last heard then, has reported nothing.
     */
    unreportedMs(kind: MediaKind, heardMs: number, nowMs: number): number {
      const { sinceMs, lastMs } = flows[kind];
      return nowMs - lastMs > FLOW_GAP_MS ? 0 : nowMs - Math.max(heardMs, sinceMs);
    },
  };
};
