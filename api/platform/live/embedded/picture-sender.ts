// Sends the picture to one viewer: all of it, or key frames only. What is left out leaves no gap in
// the sequence numbers, so that the viewer does not ask for it; and key frames are sent slowly,
// because a slow network would lose the sound beside a burst of packets.
import { beginsKeyframe, payloadOf } from '../output/rtp-picture.ts';

const TICK_MS = 50;
/** A slow mobile network carries this beside the sound. */
const KEYFRAME_KBPS = 100;
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
  /** All of the picture is to be sent: it begins with a key frame. */
  onKeyframeWanted: () => void;
  /** Called often: a key frame every few seconds is enough. */
  onKeyframeDue: () => void;
};

/** Sends packets at the rate of a slow network. */
const createPacedQueue = (send: (packet: Buffer) => boolean) => {
  const waiting: Buffer[] = [];
  let allowedBytes = 0;
  let lastMs = performance.now();
  return {
    isEmpty: () => waiting.length === 0,
    /** The caller may write into the packet after this. */
    add: (packet: Buffer): void => void waiting.push(Buffer.from(packet)),
    tick(): void {
      const nowMs = performance.now();
      allowedBytes += ((nowMs - lastMs) * KEYFRAME_KBPS) / 8;
      lastMs = nowMs;
      for (let next = waiting[0]; next && next.length <= allowedBytes; next = waiting[0]) {
        waiting.shift();
        allowedBytes -= next.length;
        send(next);
      }
      if (waiting.length === 0) allowedBytes = 0;
    },
    flush: (): void => waiting.splice(0).forEach((packet) => void send(packet)),
  };
};

export const createPictureSender = (options: Options): PictureSender => {
  const { codec, send, onKeyframeWanted, onKeyframeDue } = options;
  const numbering = createNumbering();
  const queue = createPacedQueue(send);
  let mode: 'all' | 'keyframes' | 'resuming' = 'all';
  /** The time of the key frame that is sent; null while none is. */
  let keyframe: number | null = null;
  let timer: NodeJS.Timeout | undefined;

  /** Hands the packet over with the viewer's number; the packet is also for other viewers. */
  const passOn = (packet: Buffer, to: (packet: Buffer) => boolean | void): boolean => {
    const sequence = packet.readUInt16BE(2);
    const number = numbering.number(sequence);
    if (number === null) return false;
    packet.writeUInt16BE(number, 2);
    const sent = to(packet);
    packet.writeUInt16BE(sequence, 2);
    return sent !== false;
  };
  const tick = (): void => {
    queue.tick();
    if (queue.isEmpty()) onKeyframeDue();
  };
  const resume = (): void => {
    clearInterval(timer);
    timer = undefined;
    queue.flush();
    mode = 'all';
  };

  return {
    packet(packet) {
      if (mode === 'all') return passOn(packet, send);
      const sequence = packet.readUInt16BE(2);
      if (numbering.isLate(sequence)) return passOn(packet, send);
      const timestamp = packet.readUInt32BE(4);
      if (timestamp !== keyframe) {
        const begins = beginsKeyframe(codec, payloadOf(packet));
        if (begins && mode === 'resuming') {
          resume();
          return passOn(packet, send);
        }
        keyframe = begins && queue.isEmpty() ? timestamp : null;
      }
      if (keyframe !== null) return passOn(packet, queue.add);
      numbering.omit(sequence);
      return false;
    },
    change(picture) {
      if (picture === 'all') {
        if (mode !== 'keyframes') return;
        mode = 'resuming';
        onKeyframeWanted();
        return;
      }
      mode = 'keyframes';
      keyframe = null;
      timer ??= setInterval(tick, TICK_MS);
    },
    stop: () => clearInterval(timer),
  };
};
