// Pure rules of delivered time and of what it costs. Times are milliseconds since the epoch.

/**
 * Media that were proven to flow at two instants no further apart flowed between them, too. What is
 * further apart may have been an outage, a stopped process or a clock that was set, and is not billed.
 */
export const PROOF_GAP_MS = 8_000;

export const MINUTE_MS = 60_000;

/** What was delivered to one watcher. */
export type Delivery = {
  startedAt: number | null;
  /** The last instant at which media were proven to flow. */
  seenAt: number | null;
  deliveredMs: number;
};

/** With a proof of another instant. */
export const advance = (before: Delivery, proofAt: number): Delivery => {
  const startedAt = before.startedAt ?? proofAt;
  const { seenAt, deliveredMs } = before;
  if (seenAt === null) return { startedAt, seenAt: proofAt, deliveredMs };
  const gapMs = proofAt - seenAt;
  // An older proof says nothing new, unless the clock was set back.
  if (gapMs <= 0) return gapMs > -PROOF_GAP_MS ? before : { ...before, seenAt: proofAt };
  return {
    startedAt,
    seenAt: proofAt,
    deliveredMs: deliveredMs + (gapMs <= PROOF_GAP_MS ? gapMs : 0),
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
