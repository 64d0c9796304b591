// How much the publisher's picture may send, from what its network reports. Sound is never reduced:
// the picture makes room for it.

/** What was measured since the last sample. */
export type NetworkSample = {
  /** Loss of video packets, 0 to 1. */
  lossFraction: number;
  /** 0 when it is not known yet. */
  rttMs: number;
  /** The browser's own estimate of what the network carries; null when it has none. */
  availableKbps: number | null;
};

export type Bitrate = {
  kbps: number;
  /** Samples without trouble in a row. */
  calm: number;
};

export type Quality = 'good' | 'fair' | 'poor';

export const BITRATE_MIN_KBPS = 120;
export const BITRATE_MAX_KBPS = 2_500;
/** Where a show starts: a mobile network carries it. */
export const FIRST_BITRATE: Bitrate = { kbps: 1_200, calm: 0 };

/** What sound needs beside the picture. */
const SOUND_KBPS = 64;
const LOSS_BAD = 0.08;
const LOSS_CALM = 0.02;
const RTT_BAD_MS = 700;
const CALM_SAMPLES = 3;
const UP = 1.2;
const DOWN = 0.7;

const within = (kbps: number): number =>
  Math.round(Math.min(BITRATE_MAX_KBPS, Math.max(BITRATE_MIN_KBPS, kbps)));

/** The next limit of the picture. Goes down at once and up slowly. */
export const adaptBitrate = (
  { kbps, calm }: Bitrate,
  { lossFraction, rttMs, availableKbps }: NetworkSample,
): Bitrate => {
  const bad = lossFraction >= LOSS_BAD || rttMs >= RTT_BAD_MS;
  if (bad) {
    const estimate = availableKbps === null ? kbps : Math.min(kbps, availableKbps - SOUND_KBPS);
    return { kbps: within(Math.min(kbps * DOWN, estimate)), calm: 0 };
  }
  if (lossFraction > LOSS_CALM) return { kbps, calm: 0 };
  if (calm + 1 < CALM_SAMPLES) return { kbps, calm: calm + 1 };
  return { kbps: within(kbps * UP), calm: 0 };
};

/** By how much the picture's sides shrink, so that few bits still show a clear picture. */
export const scaleOf = (kbps: number): number => (kbps < 250 ? 4 : kbps < 600 ? 2 : 1);

/** What the producer is shown of the network. */
export const qualityOf = (kbps: number, { lossFraction, rttMs }: NetworkSample): Quality => {
  if (kbps < 300 || lossFraction >= LOSS_BAD || rttMs >= RTT_BAD_MS) return 'poor';
  return kbps < 800 || lossFraction > LOSS_CALM || rttMs >= 300 ? 'fair' : 'good';
};
