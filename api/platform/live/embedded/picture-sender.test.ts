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
const open = () => {
  const sent: { number: number; timestamp: number }[] = [];
  const onKeyframeWanted = vi.fn<() => void>();
  const onKeyframeDue = vi.fn<() => void>();
  const sender = createPictureSender({
    codec: 'h264',
    send: (packet) => {
      sent.push({ number: packet.readUInt16BE(2), timestamp: packet.readUInt32BE(4) });
      return true;
    },
    onKeyframeWanted,
    onKeyframeDue,
  });
  let sequence = 0;
  /** A frame of some packets at the next times. */
  const frame = (timestamp: number, unit: number, packets = 3): void => {
    for (let n = 0; n < packets; n += 1) {
      const packet = Buffer.alloc(1_200);
      packet[0] = 0x80;
      packet.writeUInt16BE(sequence, 2);
      packet.writeUInt32BE(timestamp, 4);
      packet[12] = n === 0 ? unit : DELTA;
      sender.packet(packet);
      expect(packet.readUInt16BE(2)).toBe(sequence);
      sequence += 1;
    }
  };
  const times = () => [...new Set(sent.map(({ timestamp }) => timestamp))];
  return { sender, sent, frame, times, onKeyframeWanted, onKeyframeDue };
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
    expect(times()).toEqual([1, 3]);
    expect(sent.map(({ number }) => number)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test('the viewer gets no key frame that comes while the one before is sent', () => {
    const { sender, frame, times } = open();
    sender.change('keyframes');
    frame(1, KEY, 30);
    vi.advanceTimersByTime(1_000);
    frame(2, KEY);
    vi.advanceTimersByTime(5_000);
    frame(3, KEY);
    vi.advanceTimersByTime(1_000);
    expect(times()).toEqual([1, 3]);
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

  test('the viewer gets all of the picture again from the next key frame on', () => {
    const { sender, sent, frame, times, onKeyframeWanted, onKeyframeDue } = open();
    sender.change('keyframes');
    frame(1, KEY, 30);
    sender.change('all');
    expect(onKeyframeWanted).toHaveBeenCalledTimes(1);
    frame(2, DELTA);
    expect(sent).toHaveLength(0);
    frame(3, KEY);
    frame(4, DELTA);
    expect(times()).toEqual([1, 3, 4]);
    expect(sent.map(({ number }) => number)).toEqual(Array.from({ length: 36 }, (_, n) => n));
    onKeyframeDue.mockClear();
    vi.advanceTimersByTime(10_000);
    expect(onKeyframeDue).not.toHaveBeenCalled();
  });
});
