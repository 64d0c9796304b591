// Rewrites of RTP (RFC 3550) and what is read of RTCP (RFC 4585, 5104).

export type MediaKind = 'audio' | 'video';

export const CLOCK_RATE = { audio: 48_000, video: 90_000 } as const satisfies Record<
  MediaKind,
  number
>;

/**
 * Makes one unbroken stream of a publisher's packets: after a new connection of the publisher or a
 * mute, sequence numbers and times go on where they were, so that no decoder sees them jump.
 */
export const createContinuity = (kind: MediaKind) => {
  let last: { sequence: number; timestamp: number; atMs: number } | null = null;
  let shift: { sequence: number; timestamp: number } | null = { sequence: 0, timestamp: 0 };
  return {
    /** The next packet begins another stream. */
    interrupt(): void {
      shift = null;
    },
    /** Rewrites the packet in place. */
    continue(packet: Buffer, nowMs: number): void {
      const sequence = packet.readUInt16BE(2);
      const timestamp = packet.readUInt32BE(4);
      if (shift === null) {
        const elapsed = last ? ((nowMs - last.atMs) / 1_000) * CLOCK_RATE[kind] : 0;
        shift = {
          sequence: last ? last.sequence + 1 - sequence : 0,
          timestamp: last ? last.timestamp + Math.round(elapsed) - timestamp : 0,
        };
      }
      const next = {
        sequence: (sequence + shift.sequence) & 0xff_ff,
        timestamp: (timestamp + shift.timestamp) >>> 0,
        atMs: nowMs,
      };
      // A packet that was sent again is older than the last one.
      if (!last || ((next.sequence - last.sequence) & 0xff_ff) < 0x80_00) last = next;
      packet.writeUInt16BE(next.sequence, 2);
      packet.writeUInt32BE(next.timestamp, 4);
    },
  };
};

/** Writes payload type and source of one receiver into the packet; the marker stays. */
export const address = (packet: Buffer, payloadType: number, source: number): void => {
  packet[1] = ((packet[1] ?? 0) & 0x80) | payloadType;
  packet.writeUInt32BE(source, 8);
};

const RECEIVER_REPORT = 201;
const PAYLOAD_FEEDBACK = 206;
const PICTURE_LOSS = 1;
const FULL_INTRA_REQUEST = 4;

/** What a compound packet of a receiver says. */
export const readFeedback = (compound: Buffer): { reports: boolean; wantsKeyframe: boolean } => {
  let [reports, wantsKeyframe] = [false, false];
  for (let at = 0; at + 4 <= compound.length; at += 4 * (compound.readUInt16BE(at + 2) + 1)) {
    const [type, format] = [compound[at + 1] ?? 0, (compound[at] ?? 0) & 0x1f];
    if (type === RECEIVER_REPORT) reports = true;
    if (type === PAYLOAD_FEEDBACK && (format === PICTURE_LOSS || format === FULL_INTRA_REQUEST))
      wantsKeyframe = true;
  }
  return { reports, wantsKeyframe };
};
