// Sends one stream of RTP to one viewer, with reports by which the viewer knows the time of its
// packets (RFC 3550, section 6.4.1), and again what the viewer has lost (RFC 4585). libdatachannel
// could do both, but it keeps a copy of every packet for every viewer, which was a tenth of the
// engine's processor time.
import { address, NTP_EPOCH_S, payloadStart } from '../rtp.ts';

/** Packets that can be sent again: about 8 s of a picture of 1.5 Mbps. A power of two. */
const KEPT_PACKETS = 1_024;
/** Who asks for more is no viewer with a poor network, and would hold up all others. */
const RESENT_PER_SECOND = KEPT_PACKETS;
const REPORT_EVERY_MS = 1_000;

export type SentPackets = ReturnType<typeof createSentPackets>;

/**
 * The last packets of a picture, as their numbers and times are now. They are not copied: later
 * only their headers may change.
 */
export const createSentPackets = () => {
  const packets: Buffer[] = [];
  const numbers = new Uint16Array(KEPT_PACKETS);
  const times = new Uint32Array(KEPT_PACKETS);
  return {
    keep(packet: Buffer): void {
      const number = packet.readUInt16BE(2);
      const place = number % KEPT_PACKETS;
      packets[place] = packet;
      numbers[place] = number;
      times[place] = packet.readUInt32BE(4);
    },
    /** A copy; null for one that is not kept. */
    find(number: number): Buffer | null {
      const place = number % KEPT_PACKETS;
      const packet = packets[place];
      if (!packet || numbers[place] !== number) return null;
      const copy = Buffer.from(packet);
      copy.writeUInt16BE(number, 2);
      copy.writeUInt32BE(times[place] ?? 0, 4);
      return copy;
    },
    forget: (): void => void packets.splice(0),
  };
};

const SENDER_REPORT = 200;
const SOURCE_DESCRIPTION = 202;
const REPORT_BYTES = 28;
const CNAME = 1;

/** The reports of a sender about its stream, each with its name. */
const createSenderReports = (source: number, name: string) => {
  let packets = 0;
  let octets = 0;
  // The name ends with one zero or more, up to the end of a word.
  const descriptionBytes = 4 * (1 + Math.ceil((4 + 2 + name.length + 1) / 4));
  const compound = Buffer.alloc(REPORT_BYTES + descriptionBytes);
  const description = compound.subarray(REPORT_BYTES);
  for (const [part, type, count] of [
    [compound.subarray(0, REPORT_BYTES), SENDER_REPORT, 0],
    [description, SOURCE_DESCRIPTION, 1],
  ] as const) {
    part[0] = 0x80 | count;
    part[1] = type;
    part.writeUInt16BE(part.length / 4 - 1, 2);
    part.writeUInt32BE(source, 4);
  }
  description[8] = CNAME;
  description[9] = name.length;
  description.write(name, 10, 'latin1');
  return {
    count(packet: Buffer): void {
      packets += 1;
      octets += packet.length - payloadStart(packet);
    },
    /** A packet of this time is sent now. The report is valid until the next one is made. */
    report(timestamp: number, wallMs: number): Buffer {
      const seconds = Math.floor(wallMs / 1_000);
      compound.writeUInt32BE((seconds + NTP_EPOCH_S) >>> 0, 8);
      compound.writeUInt32BE(Math.floor(((wallMs - seconds * 1_000) / 1_000) * 2 ** 32), 12);
      compound.writeUInt32BE(timestamp, 16);
      compound.writeUInt32BE(packets >>> 0, 20);
      compound.writeUInt32BE(octets >>> 0, 24);
      return compound;
    },
  };
};

/** What one viewer was sent, as far as it can be sent again. */
const createSentRange = () => {
  let newest: number | null = null;
  /** Numbers up to the newest one, from the first that this viewer was sent. */
  let length = 0;
  const isBehind = (number: number, by: number): boolean =>
    newest !== null && ((newest - number) & 0xff_ff) < by;
  return {
    /** False for a packet that comes late. */
    add(number: number): boolean {
      if (isBehind(number, KEPT_PACKETS)) return false;
      const ahead = newest === null ? KEPT_PACKETS : (number - newest) & 0xff_ff;
      // Other numbers begin after a jump.
      length = ahead < KEPT_PACKETS ? Math.min(length + ahead, KEPT_PACKETS) : 1;
      newest = number;
      return true;
    },
    has: (number: number): boolean => isBehind(number, length),
    forget(): void {
      length = 0;
    },
  };
};

export type RtpSender = {
  /** Writes payload type and source into the packet; false when the viewer does not get it. */
  send(packet: Buffer): boolean;
  /** Sends the packets of these numbers again, if this viewer was sent them not long ago. */
  resend(numbers: readonly number[]): void;
  /** Nothing that was sent until now is sent again. */
  forget(): void;
  /**
   * From now on packets have other numbers and times than those of other viewers. While they are
   * not timely, they are sent late, and no report takes the time of one for that of now.
   */
  setTimely(isTimely: boolean): void;
};

export const createRtpSender = ({
  source,
  name,
  payloadType,
  shared,
  transmit,
}: {
  source: number;
  name: string;
  payloadType: number;
  /** What all viewers get, and can get again; null when nothing is sent again. */
  shared: SentPackets | null;
  /** False when it is not sent. */
  transmit: (packet: Buffer) => boolean;
}): RtpSender => {
  const reports = createSenderReports(source, name);
  const sent = createSentRange();
  let own: SentPackets | null = null;
  let isTimely = true;
  let reportedMs = -Infinity;
  let resent = { sinceMs: -Infinity, packets: 0 };

  const mayResend = (): boolean => {
    const nowMs = performance.now();
    if (nowMs - resent.sinceMs >= 1_000) resent = { sinceMs: nowMs, packets: 0 };
    resent.packets += 1;
    return resent.packets <= RESENT_PER_SECOND;
  };
  return {
    send(packet) {
      address(packet, payloadType, source);
      own?.keep(packet);
      if (!transmit(packet)) return false;
      reports.count(packet);
      const isNewest = sent.add(packet.readUInt16BE(2));
      const nowMs = performance.now();
      if (isTimely && isNewest && nowMs - reportedMs >= REPORT_EVERY_MS) {
        reportedMs = nowMs;
        transmit(reports.report(packet.readUInt32BE(4), Date.now()));
      }
      return true;
    },
    resend(numbers) {
      for (const number of numbers) {
        // What the room was sent before may be what this viewer must not see.
        if (!sent.has(number)) continue;
        // Before the search, which copies the packet.
        if (!mayResend()) return;
        const packet = (own ?? shared)?.find(number);
        if (!packet) continue;
        address(packet, payloadType, source);
        transmit(packet);
      }
    },
    forget() {
      sent.forget();
      own?.forget();
    },
    setTimely(value) {
      isTimely = value;
      own ??= shared && createSentPackets();
    },
  };
};
