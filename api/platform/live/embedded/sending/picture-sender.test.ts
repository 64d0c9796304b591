// What a viewer on a slow network gets of the picture, and with which numbers.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createNumbering, createPictureSender } from './picture-sender.ts';

beforeEach(
  () =>
    void vi.useFakeTimers({
      toFake: ['setInterval', 'clearInterval', 'performance'],
    }),
);
afterEach(() => void vi.useRealTimers());

describe('numbering', () => {
  test('a stream of which nothing is left out keeps its numbers, also those that come late', () => {
    const { number } = createNumbering();
    expect([65_534, 0, 65_535, 1].map((sequence) => number(sequence))).toEqual([
      65_534, 0, 65_535, 1,
    ]);
  });

  test('what is left out leaves no gap, over the end of the range', () => {
    const { number, omit } = createNumbering();
    expect(number(65_533)).toBe(65_533);
    for (const sequence of [65_534, 65_535, 0]) omit(sequence);
    expect([1, 2].map((sequence) => number(sequence))).toEqual([65_534, 65_535]);
    omit(3);
    expect(number(4)).toBe(0);
  });

  test('a packet that is lost before it came here keeps its place, and takes it when it comes late', () => {
    const { number, omit, isLate } = createNumbering();
    number(10);
    omit(11);
    // 12 is lost.
    omit(13);
    expect(number(14)).toBe(12);
    expect(isLate(12)).toBe(true);
    expect(number(12)).toBe(11);
    expect(number(13)).toBeNull();
    expect(isLate(15)).toBe(false);
  });

  test('a packet that is late by more than what is remembered is left out', () => {
    const { number, omit } = createNumbering();
    number(0);
    for (let sequence = 2; sequence < 10_000; sequence += 1) omit(sequence);
    expect(number(1)).toBeNull();
    expect(number(10_000)).toBe(2);
  });
});

const KEY = 0x67;
const DELTA = 0x41;
/** Units in which the times of a picture are written. */
const ticks = (ms: number): number => ms * 90;
const open = () => {
  const sent: { number: number; timestamp: number }[] = [];
  const onKeyframeWanted = vi.fn<() => void>();
  const onKeyframeDue = vi.fn<() => void>();
  const onTimely = vi.fn<(isTimely: boolean) => void>();
  const sender = createPictureSender({
    codec: 'h264',
    send: (packet) => {
      sent.push({ number: packet.readUInt16BE(2), timestamp: packet.readUInt32BE(4) });
      return true;
    },
    onKeyframeWanted,
    onKeyframeDue,
    onTimely,
  });
  let sequence = 0;
  /** The next packet of the publisher. */
  const packet = (timestamp: number, unit: number): Buffer => {
    const made = Buffer.alloc(1_200);
    made[0] = 0x80;
    made.writeUInt16BE(sequence & 0xff_ff, 2);
    made.writeUInt32BE(timestamp, 4);
    made[12] = unit;
    sequence += 1;
    return made;
  };
  const frame = (timestamp: number, unit: number, packets = 3): void => {
    for (let n = 0; n < packets; n += 1) {
      const next = packet(timestamp, n === 0 ? unit : DELTA);
      const before = next.toString('hex', 0, 12);
      sender.packet(next);
      expect(next.toString('hex', 0, 12)).toBe(before);
    }
  };
  const times = () => [...new Set(sent.map(({ timestamp }) => timestamp))];
  return { sender, sent, packet, frame, times, onKeyframeWanted, onKeyframeDue, onTimely };
};

describe('a viewer on a slow network', () => {
  test('the viewer gets key frames only, slowly, with numbers that follow one another', () => {
    const { sender, sent, frame, times } = open();
    frame(1, DELTA);
    expect(sent).toHaveLength(3);
    sender.change('keyframes');
    frame(2, DELTA);
    frame(3, KEY);
    frame(4, DELTA);
    expect(sent).toHaveLength(3);
    // 100 kbps: a packet of 1,200 bytes in 96 ms.
    vi.advanceTimersByTime(100);
    expect(sent).toHaveLength(4);
    vi.advanceTimersByTime(200);
    expect(sent.map(({ number }) => number)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(times()).toEqual([1, 3 + ticks(3 * 96)]);
  });

  test('the time of a key frame is moved to the end of sending, also in packets that come late', () => {
    const { sender, sent, frame, packet } = open();
    sender.change('keyframes');
    frame(1, KEY, 10);
    const lost = packet(1, DELTA);
    frame(1, DELTA, 9);
    vi.advanceTimersByTime(200);
    frame(2, DELTA);
    vi.advanceTimersByTime(10_000);
    expect(sent).toHaveLength(19);
    sender.packet(lost);
    const moved = 1 + ticks(200 + 19 * 96);
    expect(sent.map(({ timestamp }) => timestamp)).toEqual(Array.from({ length: 20 }, () => moved));
    expect(sent.at(-1)?.number).toBe(10);
    expect(lost.readUInt32BE(4)).toBe(1);
  });

  test('a key frame is sent whole when no other frame comes after it', () => {
    const { sender, sent, frame } = open();
    sender.change('keyframes');
    frame(1, KEY);
    vi.advanceTimersByTime(1_000);
    expect(sent).toHaveLength(3);
  });

  test('a packet of the frame before that comes late does not divide a key frame', () => {
    const { sender, sent, frame, packet } = open();
    sender.change('keyframes');
    frame(1, DELTA);
    const lost = packet(1, DELTA);
    frame(2, KEY);
    sender.packet(lost);
    frame(2, DELTA);
    frame(3, DELTA);
    vi.advanceTimersByTime(2_000);
    expect(sent).toHaveLength(6);
  });

  test('a large key frame takes 12 s, and a larger one is left out without a gap', () => {
    const { sender, sent, frame } = open();
    sender.change('keyframes');
    // 360 kB.
    frame(1, KEY, 300);
    frame(2, DELTA);
    vi.advanceTimersByTime(11_000);
    expect(sent.length).toBeGreaterThan(250);
    expect(sent.length).toBeLessThan(300);
    vi.advanceTimersByTime(1_100);
    expect(sent).toHaveLength(300);
    frame(3, KEY, 400);
    frame(4, DELTA);
    vi.advanceTimersByTime(20_000);
    expect(sent).toHaveLength(300);
    frame(5, KEY);
    frame(6, DELTA);
    vi.advanceTimersByTime(1_000);
    expect(sent.map(({ number }) => number)).toEqual(Array.from({ length: 303 }, (_, n) => n));
  });

  test('a publisher whose packets are all of one time fills no memory', () => {
    const { sender, sent, frame } = open();
    sender.change('keyframes');
    frame(1, KEY, 1);
    const copied = vi.spyOn(Buffer, 'from');
    for (let second = 0; second < 100; second += 1) {
      frame(1, DELTA, 200);
      vi.advanceTimersByTime(400);
    }
    const copies = copied.mock.calls.length;
    copied.mockRestore();
    expect(copies).toBeLessThan(400);
    expect(sent).toHaveLength(0);
  });

  test('the viewer gets no key frame that comes while the one before is sent', () => {
    const { sender, frame, times } = open();
    sender.change('keyframes');
    frame(1, KEY, 30);
    frame(2, DELTA);
    vi.advanceTimersByTime(1_000);
    frame(3, KEY);
    vi.advanceTimersByTime(5_000);
    frame(4, KEY);
    frame(5, DELTA);
    vi.advanceTimersByTime(1_000);
    expect(times()).toEqual([1 + ticks(30 * 96), 4 + ticks(3 * 96)]);
  });

  test('the sender asks for key frames when the viewer could do with one', () => {
    const { sender, frame, onKeyframeDue } = open();
    frame(1, DELTA);
    vi.advanceTimersByTime(10_000);
    expect(onKeyframeDue).not.toHaveBeenCalled();
    sender.change('keyframes');
    vi.advanceTimersByTime(50);
    expect(onKeyframeDue).toHaveBeenCalledTimes(1);
    frame(2, KEY, 30);
    vi.advanceTimersByTime(1_000);
    expect(onKeyframeDue).toHaveBeenCalledTimes(1);
    sender.stop();
    vi.advanceTimersByTime(10_000);
    expect(onKeyframeDue).toHaveBeenCalledTimes(1);
  });

  test('a report that comes after the viewer has left begins nothing', () => {
    const { sender, onKeyframeDue, onTimely } = open();
    sender.stop();
    sender.change('keyframes');
    vi.advanceTimersByTime(60_000);
    expect(onKeyframeDue).not.toHaveBeenCalled();
    expect(onTimely).not.toHaveBeenCalled();
  });

  test('the viewer gets all of the picture again from the first key frame after the one that is sent', () => {
    const { sender, sent, frame, times, onKeyframeWanted, onKeyframeDue, onTimely } = open();
    sender.change('keyframes');
    frame(1, KEY, 30);
    frame(2, DELTA);
    expect(onTimely.mock.calls).toEqual([[false]]);
    sender.change('all');
    frame(3, KEY);
    frame(4, DELTA);
    vi.advanceTimersByTime(2_000);
    expect(onKeyframeWanted).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1_000);
    expect(onKeyframeWanted).toHaveBeenCalledTimes(1);
    frame(5, DELTA);
    expect(sent).toHaveLength(30);
    frame(6, KEY);
    frame(7, DELTA);
    expect(onTimely.mock.calls).toEqual([[false], [true]]);
    expect(times()).toEqual([1 + ticks(30 * 96), 6, 7]);
    expect(sent.map(({ number }) => number)).toEqual(Array.from({ length: 36 }, (_, n) => n));
    onKeyframeDue.mockClear();
    vi.advanceTimersByTime(10_000);
    expect(onKeyframeDue).not.toHaveBeenCalled();
    expect(onKeyframeWanted).toHaveBeenCalledTimes(1);
  });
});
