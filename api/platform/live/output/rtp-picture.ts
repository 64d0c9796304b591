// Key frames in RTP packets: H264 (RFC 6184) and VP8 (RFC 7741), as far as a recorder needs them.
import { payloadStart } from '../embedded/rtp.ts';

/** The payload of an RTP packet (RFC 3550, section 5.1). */
export const payloadOf = (packet: Buffer): Buffer => {
  const start = payloadStart(packet);
  const padding = (packet[0] ?? 0) & 0x20 ? (packet.at(-1) ?? 0) : 0;
  return packet.subarray(Math.min(start, packet.length), Math.max(start, packet.length - padding));
};

const SPS = 7;
const PPS = 8;
const IDR = 5;
const STAP_A = 24;
const FU_A = 28;

/** The whole units (NALU) in a payload, and the type of the one that a fragment belongs to. */
const unitsOf = (payload: Buffer): Buffer[] => {
  const type = (payload[0] ?? 0) & 0x1f;
  if (type >= 1 && type <= 23) return [payload];
  if (type !== STAP_A) return [];
  const units: Buffer[] = [];
  for (let at = 1; at + 2 <= payload.length;) {
    const size = payload.readUInt16BE(at);
    units.push(payload.subarray(at + 2, at + 2 + size));
    at += 2 + size;
  }
  return units;
};

const typeOf = (unit: Buffer): number => (unit[0] ?? 0) & 0x1f;

/** Sequence and picture parameters: with another one, another size or profile begins. */
export type ParameterSets = { sps: Buffer; pps: Buffer };

/** The parameter sets in this packet of H264; null when it has none. */
export const parameterSetsIn = (payload: Buffer): Partial<ParameterSets> | null => {
  const units = unitsOf(payload);
  const sps = units.find((unit) => typeOf(unit) === SPS);
  const pps = units.find((unit) => typeOf(unit) === PPS);
  return sps || pps ? { ...(sps ? { sps } : {}), ...(pps ? { pps } : {}) } : null;
};

/** The payload of VP8 behind its descriptor. */
const vp8Of = (payload: Buffer): { begins: boolean; frame: Buffer } => {
  const first = payload[0] ?? 0;
  let at = 1;
  if (first & 0x80) {
    const extended = payload[1] ?? 0;
    at = 2;
    if (extended & 0x80) at += (payload[at] ?? 0) & 0x80 ? 2 : 1;
    if (extended & 0x40) at += 1;
    if (extended & 0x30) at += 1;
  }
  return { begins: (first & 0x10) !== 0 && (first & 0x07) === 0, frame: payload.subarray(at) };
};

/** Whether a key frame begins with this packet. */
export const beginsKeyframe = (codec: 'h264' | 'vp8', payload: Buffer): boolean => {
  if (codec === 'vp8') {
    const { begins, frame } = vp8Of(payload);
    return begins && ((frame[0] ?? 1) & 0x01) === 0;
  }
  if (unitsOf(payload).some((unit) => typeOf(unit) === SPS)) return true;
  return false;
};

const START_CODE = Buffer.from([0, 0, 0, 1]);

/**
 * H264 packets of one picture as a byte stream (annex B); null when the picture is no whole key
 * frame.
 */
const assembleH264 = (payloads: readonly Buffer[]): Buffer | null => {
  const parts: Buffer[] = [];
  let [hasIdr, fragment] = [false, false];
  for (const payload of payloads) {
    const [indicator = 0, header = 0] = payload;
    if ((indicator & 0x1f) === FU_A) {
      if (header & 0x80) {
        parts.push(START_CODE, Buffer.from([(indicator & 0xe0) | (header & 0x1f)]));
        if ((header & 0x1f) === IDR) hasIdr = true;
        fragment = true;
      } else if (!fragment) return null;
      parts.push(payload.subarray(2));
      if (header & 0x40) fragment = false;
      continue;
    }
    for (const unit of unitsOf(payload)) {
      if (typeOf(unit) === IDR) hasIdr = true;
      parts.push(START_CODE, unit);
    }
  }
  return hasIdr && !fragment ? Buffer.concat(parts) : null;
};

const IVF_HEADER_BYTES = 32;
const IVF_FRAME_BYTES = 12;

/** VP8 packets of one picture as an IVF file of one frame. */
const assembleVp8 = (payloads: readonly Buffer[]): Buffer | null => {
  const frame = Buffer.concat(payloads.map((payload) => vp8Of(payload).frame));
  if (frame.length < 10 || ((frame[0] ?? 1) & 0x01) !== 0) return null;
  const file = Buffer.alloc(IVF_HEADER_BYTES + IVF_FRAME_BYTES);
  file.write('DKIF', 0, 'latin1');
  file.writeUInt16LE(IVF_HEADER_BYTES, 6);
  file.write('VP80', 8, 'latin1');
  file.writeUInt16LE(frame.readUInt16LE(6) & 0x3f_ff, 12);
  file.writeUInt16LE(frame.readUInt16LE(8) & 0x3f_ff, 14);
  file.writeUInt32LE(30, 16);
  file.writeUInt32LE(1, 20);
  file.writeUInt32LE(1, 24);
  file.writeUInt32LE(frame.length, IVF_HEADER_BYTES);
  return Buffer.concat([file, frame]);
};

/**
 * Gathers the packets of the next whole key frame. A picture of which a packet is missing or late
 * is left, and the next key frame is waited for.
 */
export const createKeyframeCollector = (codec: 'h264' | 'vp8') => {
  let gathered: { timestamp: number; next: number; payloads: Buffer[] } | null = null;
  return (packet: Buffer): Buffer | null => {
    const payload = payloadOf(packet);
    const [sequence, timestamp] = [packet.readUInt16BE(2), packet.readUInt32BE(4)];
    if (gathered?.timestamp !== timestamp) {
      gathered = beginsKeyframe(codec, payload)
        ? { timestamp, next: sequence, payloads: [] }
        : null;
    }
    if (!gathered) return null;
    if (gathered.next !== sequence) {
      gathered = null;
      return null;
    }
    gathered.payloads.push(payload);
    gathered.next = (sequence + 1) & 0xff_ff;
    if (((packet[1] ?? 0) & 0x80) === 0) return null;
    const { payloads } = gathered;
    gathered = null;
    return codec === 'h264' ? assembleH264(payloads) : assembleVp8(payloads);
  };
};
