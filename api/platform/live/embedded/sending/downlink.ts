// What the network to one viewer carries, as its receiver reports tell, and so what of the picture
// it is sent: where the network is too slow for all of it, key frames only, and the sound goes on.
// Estimates of browsers (REMB) are left alone: that of Chromium follows the rate of a publisher
// that has just begun by seconds, so that it is too small on a good network.
import { type ReceptionReport, roundTripMs } from '../rtp.ts';

/** What was measured since the last sample. */
export type DownlinkSample = {
  /** Packets of the picture, those that came when they were sent again not included. */
  lost: number;
  /** 0 to 1. */
  lossFraction: number;
  /** Null while it is not known. */
  rttMs: number | null;
};

export type Downlink = {
  picture: 'all' | 'keyframes';
  /** Bad samples one after another. */
  bad: number;
  /** When the picture changed, or when it was bad since then. */
  sinceMs: number;
  /** For how long the network has to be good before all of the picture is tried again. */
  holdMs: number;
};

const SAMPLE_MS = 1_000;

const BAD_SAMPLES = 2;
const LOSS_BAD = 0.12;
/** A few packets lost of few are chance. */
const LOST_BAD = 5;
/** A network that is too slow keeps packets back before it loses them. */
const RTT_BAD_MS = 1_000;
const LOSS_CALM = 0.05;
const RTT_CALM_MS = 500;

const HOLD_FIRST_MS = 8_000;
const HOLD_MOST_MS = 120_000;
/** All of the picture was too much again so soon: the next attempt waits twice as long. */
const RELAPSE_MS = 15_000;

export const FIRST_DOWNLINK: Downlink = {
  picture: 'all',
  bad: 0,
  sinceMs: -Infinity,
  holdMs: HOLD_FIRST_MS,
};

const isBad = ({ lost, lossFraction, rttMs }: DownlinkSample): boolean =>
  (lost >= LOST_BAD && lossFraction >= LOSS_BAD) || (rttMs ?? 0) >= RTT_BAD_MS;

const isCalm = ({ lossFraction, rttMs }: DownlinkSample): boolean =>
  lossFraction < LOSS_CALM && (rttMs ?? 0) < RTT_CALM_MS;

/** Goes down after two bad samples, and up when the network was not bad for a while. */
export const adaptDownlink = (
  before: Downlink,
  sample: DownlinkSample,
  nowMs: number,
): Downlink => {
  const { picture, bad, sinceMs, holdMs } = before;
  if (isBad(sample)) {
    if (picture === 'keyframes') return { ...before, sinceMs: nowMs };
    if (bad + 1 < BAD_SAMPLES) return { ...before, bad: bad + 1 };
    const relapses = nowMs - sinceMs < RELAPSE_MS;
    return {
      picture: 'keyframes',
      bad: 0,
      sinceMs: nowMs,
      holdMs: relapses ? Math.min(2 * holdMs, HOLD_MOST_MS) : HOLD_FIRST_MS,
    };
  }
  if (picture === 'keyframes' && isCalm(sample) && nowMs - sinceMs >= holdMs)
    return { picture: 'all', bad: 0, sinceMs: nowMs, holdMs };
  return { ...before, bad: 0 };
};

/** Makes samples of a second or more out of reports, which some browsers send every 200 ms. */
export const createDownlinkSampler = () => {
  let last: { report: ReceptionReport; atMs: number } | null = null;
  return (report: ReceptionReport, nowMs: number, wallMs: number): DownlinkSample | null => {
    if (last && nowMs - last.atMs < SAMPLE_MS) return null;
    const before = last?.report;
    last = { report, atMs: nowMs };
    if (!before) return null;
    const expected = (report.highestSequence - before.highestSequence) | 0;
    const lost = Math.max(0, report.lostPackets - before.lostPackets);
    return {
      lost,
      lossFraction: expected > 0 ? Math.min(1, lost / expected) : 0,
      rttMs: roundTripMs(report, wallMs),
    };
  };
};
