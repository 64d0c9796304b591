// Pure rules of delivered time and of what it costs. Times are milliseconds since the epoch.
import { MINUTE_MS } from '@camarim/contract/time';

/**
 * Media that were proven to flow at two instants no further apart flowed between them, too. What is
 * further apart may have been an outage, a stopped process or a clock that was set, and is not
 * billed.
 */
export const PROOF_GAP_MS = 8_000;

/**
 * A player holds no more than a playlist's segments that it has not played. What a person read
 * beyond that, on a second device or once more, was delivered at the same time, and is not billed
 * in a later gap.
 */
const READ_AHEAD_MS = 24_000;

/** What was delivered to one watcher. */
export type Delivery = {
  startedAt: number | null;
  /** The last instant at which media were proven to flow. */
  seenAt: number | null;
  deliveredMs: number;
  /** How much of what the watcher read by HLS is in it. */
  readMs: number;
};

/** That media flow: by a connection, by reading HLS, or by both. */
export type DeliveryProof = {
  /** The last instant at which the connections of producer and watcher were proven to work. */
  connectedAt: number | null;
  /** When the watcher last read by HLS, and how much they have read since they entered. */
  read: { at: number; ms: number } | null;
};

/**
 * The delivery after another proof. What was read by HLS counts with its length, but not beyond the
 * time that has passed, so that nothing is counted twice that a connection delivered.
 */
export const advanceDelivery = (
  before: Delivery,
  { connectedAt, read }: DeliveryProof,
): Delivery => {
  const proofAt = latest(connectedAt, read?.at ?? null);
  if (proofAt === null) return before;
  const { seenAt, deliveredMs } = before;
  const totalMs = read?.ms ?? before.readMs;
  if (seenAt === null)
    return {
      startedAt: before.startedAt ?? proofAt,
      seenAt: proofAt,
      deliveredMs,
      readMs: totalMs,
    };
  const gapMs = proofAt - seenAt;
  // An older proof says nothing new, unless the clock was set back.
  if (gapMs <= 0) return gapMs > -PROOF_GAP_MS ? before : { ...before, seenAt: proofAt };
  const connectedMs = connectedAt === null ? 0 : connectedAt - seenAt;
  const unbilledMs = Math.min(totalMs - before.readMs, READ_AHEAD_MS);
  const flowedMs = Math.max(
    0,
    connectedMs <= PROOF_GAP_MS ? connectedMs : 0,
    Math.min(gapMs, unbilledMs),
  );
  return {
    startedAt: before.startedAt ?? proofAt,
    seenAt: proofAt,
    deliveredMs: deliveredMs + flowedMs,
    readMs: totalMs - Math.max(0, unbilledMs - flowedMs),
  };
};

/** How many minutes have started to be delivered. */
export const startedMinutes = ({ startedAt, deliveredMs }: Delivery): number =>
  startedAt === null ? 0 : Math.floor(deliveredMs / MINUTE_MS) + 1;

/** What is left of the minute that is being delivered. */
export const restOfMinute = (deliveredMs: number): number => MINUTE_MS - (deliveredMs % MINUTE_MS);

/** How long someone in a show may be without media before their entry ends by itself. */
export const IDLE_MAX_MS = { private: 60_000, party: 5 * MINUTE_MS } as const;

/** The connection of the producer and that of a watcher, as the engine knows them. */
export type Proof = { silentMs: number | null };

/** When both were last proven to work; null before that. */
export const proofOf = (
  publisher: Proof | null,
  viewer: Proof | undefined,
  nowMs: number,
): number | null => {
  if (!publisher || !viewer || publisher.silentMs === null || viewer.silentMs === null) return null;
  return nowMs - Math.max(publisher.silentMs, viewer.silentMs);
};

/** The later one of two instants that may be missing. */
export const latest = (one: number | null, other: number | null): number | null =>
  one === null ? other : other === null ? one : Math.max(one, other);
