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

const HEADER_BYTES = 12;

/** Where the payload of a packet begins (section 5.1); past its end in one that is cut short. */
export const payloadStart = (packet: Buffer): number => {
  const first = packet[0] ?? 0;
  const start = HEADER_BYTES + 4 * (first & 0x0f);
  const isExtended = (first & 0x10) !== 0 && packet.length >= start + 4;
  return isExtended ? start + 4 + 4 * packet.readUInt16BE(start + 2) : start;
};

/** Writes payload type and source of one receiver into the packet; the marker stays. */
export const address = (packet: Buffer, payloadType: number, source: number): void => {
  packet[1] = ((packet[1] ?? 0) & 0x80) | payloadType;
  packet.writeUInt32BE(source, 8);
};

const RECEIVER_REPORT = 201;
const TRANSPORT_FEEDBACK = 205;
const PAYLOAD_FEEDBACK = 206;
const LOST_PACKETS = 1;
const PICTURE_LOSS = 1;
const FULL_INTRA_REQUEST = 4;

/** What a receiver has reported about one stream (RFC 3550, section 6.4.1). */
export type ReceptionReport = {
  /** Since the beginning; less when packets came that were sent again. */
  lostPackets: number;
  /** With the number of times that sequence numbers began again; 32 bits. */
  highestSequence: number;
  /** The middle 32 bits of the time of our last report that came; 0 when none did. */
  lastReport: number;
  /** Since that one came, in units of 1/65,536 s. */
  heldFor: number;
};

const BLOCK_BYTES = 24;
/** From 1900, where the times of NTP begin, to 1970. */
export const NTP_EPOCH_S = 2_208_988_800;
const NTP_UNITS = 65_536;

/** From a report of ours to the answer; null when the receiver does not say how long it held it. */
export const roundTripMs = (
  { lastReport, heldFor }: Pick<ReceptionReport, 'lastReport' | 'heldFor'>,
  wallMs: number,
): number | null => {
  // libdatachannel, as a receiver, always says 0.
  if (lastReport === 0 || heldFor === 0) return null;
  const now = ((wallMs / 1_000 + NTP_EPOCH_S) % NTP_UNITS) * NTP_UNITS;
  // The difference of two times that begin again every 18 hours.
  const units = (now - lastReport - heldFor) | 0;
  return Math.max(0, (units / NTP_UNITS) * 1_000);
};

const reportAbout = (source: number, blocks: Buffer): ReceptionReport | null => {
  for (let at = 0; at + BLOCK_BYTES <= blocks.length; at += BLOCK_BYTES)
    if (blocks.readUInt32BE(at) === source)
      return {
        lostPackets: blocks.readIntBE(at + 5, 3),
        highestSequence: blocks.readUInt32BE(at + 8),
        lastReport: blocks.readUInt32BE(at + 16),
        heldFor: blocks.readUInt32BE(at + 20),
      };
  return null;
};

export type Feedback = {
  reports: boolean;
  wantsKeyframe: boolean;
  /** About the source that was asked for. */
  report: ReceptionReport | null;
  /** Sequence numbers of packets of this source that the receiver asks for: the first 1,024. */
  lost: number[];
};

/** One packet of feedback can name nearly 6,000; no more than these can be sent again. */
const LOST_MOST = 1_024;

/** Adds what is asked for again of a source (RFC 4585, section 6.2.1). */
const addLost = (source: number, request: Buffer, lost: number[]): void => {
  if (request.length < 12 || request.readUInt32BE(8) !== source) return;
  for (let at = 12; at + 4 <= request.length; at += 4) {
    const first = request.readUInt16BE(at);
    const following = request.readUInt16BE(at + 2);
    for (let place = 0; place <= 16; place += 1) {
      if (place > 0 && !(following & (1 << (place - 1)))) continue;
      if (lost.length === LOST_MOST) return;
      lost.push((first + place) & 0xff_ff);
    }
  }
};

/** What a compound packet of a receiver says, `report` and `lost` about one source. */
export const readFeedback = (compound: Buffer, source: number): Feedback => {
  const feedback: Feedback = { reports: false, wantsKeyframe: false, report: null, lost: [] };
  for (let at = 0; at + 4 <= compound.length;) {
    const [type, format] = [compound[at + 1] ?? 0, (compound[at] ?? 0) & 0x1f];
    const end = at + 4 * (compound.readUInt16BE(at + 2) + 1);
    if (type === RECEIVER_REPORT) {
      feedback.reports = true;
      feedback.report ??= reportAbout(source, compound.subarray(at + 8, end));
    }
    if (type === PAYLOAD_FEEDBACK && (format === PICTURE_LOSS || format === FULL_INTRA_REQUEST))
      feedback.wantsKeyframe = true;
    if (type === TRANSPORT_FEEDBACK && format === LOST_PACKETS)
      addLost(source, compound.subarray(at, end), feedback.lost);
    at = end;
  }
  return feedback;
};
