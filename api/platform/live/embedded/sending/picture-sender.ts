// Sends the picture to one viewer: all of it, or key frames only. What is left out leaves no gap in
// the sequence numbers, so that the viewer does not ask for it; and key frames are sent slowly,
// because a slow network would lose the sound beside a burst of packets. Their time is that of the
// end of sending: a browser takes a picture that comes later than its time for a late one, and
// delays the sound to keep it together with the picture.
import { beginsKeyframe, payloadOf } from '../../output/rtp-picture.ts';
import { CLOCK_RATE } from '../rtp.ts';

const TICK_MS = 50;
/** A slow mobile network carries this beside the sound. */
const KEYFRAME_KBPS = 100;
/** A large key frame is sent faster: pages connect again when the picture stands for 20 s. */
const KEYFRAME_MOST_MS = 12_000;
/** A larger one is left out: sent within that time, it would take the place of the sound. */
const KEYFRAME_MOST_BYTES = 400_000;
/** Without another packet for so long, a key frame is taken for whole. */
const KEYFRAME_PAUSE_MS = 500;
/** So many packets that were left out are known, for those that come late. */
const REMEMBERED_PACKETS = 2_048;

/** Numbers the packets of a stream of which some are left out. */
export const createNumbering = () => {
  let newest: number | null = null;
  let total = 0;
  /** Packets that were left out, in their order. */
  let recent: number[] = [];
  /** Sequence numbers begin again after 65,535; this goes on. */
  const place = (sequence: number): number => {
    const from = newest ?? sequence;
    return from + (((sequence - from + 0x80_00) & 0xff_ff) - 0x80_00);
  };
  const isLate = (sequence: number): boolean => newest !== null && place(sequence) <= newest;
  return {
    /** Older than one before: the publisher has sent it again, and its number is free. */
    isLate,
    omit(sequence: number): void {
      newest = place(sequence);
      total += 1;
      recent.push(newest);
      if (recent.length > 2 * REMEMBERED_PACKETS) recent = recent.slice(-REMEMBERED_PACKETS);
    },
    /** The number that the viewer gets; null for a packet that was left out. */
    number(sequence: number): number | null {
      const at = place(sequence);
      if (newest === null || at > newest) newest = at;
      else {
        const [oldest] = recent;
        if (oldest === undefined) return sequence;
        if ((at < oldest && total > recent.length) || recent.includes(at)) return null;
        return (at - total + recent.filter((omitted) => omitted > at).length) & 0xff_ff;
      }
      return (at - total) & 0xff_ff;
    },
  };
};

export type PictureSender = {
  /** False when the viewer does not get the packet. */
  packet(packet: Buffer): boolean;
  change(picture: 'all' | 'keyframes'): void;
  stop(): void;
};

type Options = {
  codec: 'h264' | 'vp8';
  send: (packet: Buffer) => boolean;
  /** All of the picture is to be sent, from a key frame on. */
  onKeyframeWanted: () => void;
  /** Called often: a key frame every few seconds is enough. */
  onKeyframeDue: () => void;
  /** While false, packets are sent late: the time of one is not that at which it is sent. */
  onTimely: (isTimely: boolean) => void;
};

/** Sends packets evenly over some time. */
const createPacedQueue = (send: (packet: Buffer) => boolean) => {
  let waiting: Buffer[] = [];
  let bytesPerMs = 0;
  let allowedBytes = 0;
  let lastMs = 0;
  return {
    isEmpty: () => waiting.length === 0,
    start(packets: Buffer[], overMs: number): void {
      waiting = packets;
      bytesPerMs = packets.reduce((sum, { length }) => sum + length, 0) / overMs;
      allowedBytes = 0;
      lastMs = performance.now();
    },
    tick(): void {
      const nowMs = performance.now();
      allowedBytes += (nowMs - lastMs) * bytesPerMs;
      lastMs = nowMs;
      for (let next = waiting[0]; next && next.length <= allowedBytes; next = waiting[0]) {
        waiting.shift();
        allowedBytes -= next.length;
        send(next);
      }
    },
  };
};

/** A key frame whose packets are coming. */
type Keyframe = {
  timestamp: number;
  packets: Buffer[];
  bytes: number;
  sinceMs: number;
  lastMs: number;
};

const newKeyframe = (timestamp: number): Keyframe => {
  const nowMs = performance.now();
  return { timestamp, packets: [], bytes: 0, sinceMs: nowMs, lastMs: nowMs };
};

const keep = (to: Keyframe, packet: Buffer): void => {
  // The caller may write into the packet after this.
  to.packets.push(Buffer.from(packet));
  to.bytes += packet.length;
  to.lastMs = performance.now();
};

/** Writes the viewer's numbers and times into packets. */
const createRewriter = (numbering: ReturnType<typeof createNumbering>) => {
  let delayed = { timestamp: -1, by: 0 };
  /** False for a packet that was left out. */
  const write = (packet: Buffer): boolean => {
    const number = numbering.number(packet.readUInt16BE(2));
    if (number === null) return false;
    packet.writeUInt16BE(number, 2);
    const timestamp = packet.readUInt32BE(4);
    if (timestamp === delayed.timestamp) packet.writeUInt32BE((timestamp + delayed.by) >>> 0, 4);
    return true;
  };
  return {
    write,
    /** The packets of this time, also those that come late, get one that is later by so much. */
    delay(timestamp: number, ms: number): void {
      delayed = { timestamp, by: Math.round((ms * CLOCK_RATE.video) / 1_000) };
    },
    /** Sends a packet that is also for other viewers. */
    sendShared(packet: Buffer, send: (packet: Buffer) => boolean): boolean {
      const [sequence, timestamp] = [packet.readUInt16BE(2), packet.readUInt32BE(4)];
      const sent = write(packet) && send(packet);
      packet.writeUInt16BE(sequence, 2);
      packet.writeUInt32BE(timestamp, 4);
      return sent;
    },
  };
};

export const createPictureSender = (options: Options): PictureSender => {
  const { codec, send, onKeyframeWanted, onKeyframeDue, onTimely } = options;
  const numbering = createNumbering();
  const rewriter = createRewriter(numbering);
  const queue = createPacedQueue(send);
  let mode: 'all' | 'keyframes' | 'resuming' | 'stopped' = 'all';
  let isWanted = false;
  let gathered: Keyframe | null = null;
  let timer: NodeJS.Timeout | undefined;

  const passOn = (packet: Buffer): boolean => rewriter.sendShared(packet, send);
  const gather = (to: Keyframe, packet: Buffer): boolean => {
    keep(to, packet);
    const isTooLarge = to.bytes > KEYFRAME_MOST_BYTES;
    if (isTooLarge) for (const one of to.packets) numbering.omit(one.readUInt16BE(2));
    gathered = isTooLarge ? null : to;
    return !isTooLarge;
  };
  const pace = ({ timestamp, packets, bytes, sinceMs }: Keyframe): void => {
    gathered = null;
    const overMs = Math.min((bytes * 8) / KEYFRAME_KBPS, KEYFRAME_MOST_MS);
    rewriter.delay(timestamp, performance.now() - sinceMs + overMs);
    queue.start(packets.filter(rewriter.write), overMs);
  };
  const tick = (): void => {
    queue.tick();
    if (gathered && performance.now() - gathered.lastMs >= KEYFRAME_PAUSE_MS) pace(gathered);
    if (gathered || !queue.isEmpty()) return;
    if (isWanted) onKeyframeWanted();
    else onKeyframeDue();
    isWanted = false;
  };
  const endPacing = (next: 'all' | 'stopped'): void => {
    clearInterval(timer);
    timer = undefined;
    mode = next;
  };

  return {
    packet(packet) {
      if (mode === 'all') return passOn(packet);
      if (mode === 'stopped') return false;
      const [sequence, timestamp] = [packet.readUInt16BE(2), packet.readUInt32BE(4)];
      if (gathered?.timestamp === timestamp) return gather(gathered, packet);
      if (numbering.isLate(sequence)) return passOn(packet);
      // One that is older than the key frame is late, too.
      if (gathered && ((timestamp - gathered.timestamp) | 0) > 0) pace(gathered);
      if (!gathered && queue.isEmpty() && beginsKeyframe(codec, payloadOf(packet))) {
        if (mode === 'keyframes') return gather(newKeyframe(timestamp), packet);
        endPacing('all');
        onTimely(true);
        return passOn(packet);
      }
      numbering.omit(sequence);
      return false;
    },
    change(picture) {
      if (mode === 'stopped') return;
      if (picture === 'all') {
        if (mode !== 'keyframes') return;
        mode = 'resuming';
        isWanted = true;
        return;
      }
      mode = 'keyframes';
      isWanted = false;
      onTimely(false);
      timer ??= setInterval(tick, TICK_MS);
    },
    stop: () => endPacing('stopped'),
  };
};
