// Which packets of sound ffmpeg is sent.
import { expect, test } from 'vitest';
import { createUnbrokenSound } from './unbroken-sound.ts';

const packetOf = (sequence: number, timestamp: number): Buffer => {
  const packet = Buffer.alloc(20, 7);
  packet.writeUInt16BE(sequence, 2);
  packet.writeUInt32BE(timestamp, 4);
  return packet;
};

const open = () => {
  const sent: { sequence: number; timestamp: number; bytes: number }[] = [];
  const sound = createUnbrokenSound((packet) => {
    sent.push({
      sequence: packet.readUInt16BE(2),
      timestamp: packet.readUInt32BE(4),
      bytes: packet.length,
    });
  }, 0);
  const lookUntil = (fromMs: number, toMs: number): void => {
    for (let nowMs = fromMs; nowMs <= toMs; nowMs += 20) sound.fill(nowMs);
  };
  return { sent, sound, lookUntil };
};

test('silence is sent from the beginning on when there is no audio', () => {
  const { sent, lookUntil } = open();
  lookUntil(0, 400);
  expect(sent).toEqual([]);
  lookUntil(420, 1_000);
  expect(sent).toHaveLength(51);
  expect((sent.at(-1)?.timestamp ?? 0) - (sent[0]?.timestamp ?? 0)).toBe(48_000);
});

test('sound that pauses and comes back is one stream, whose times are those of its arrival', () => {
  const { sent, sound, lookUntil } = open();
  sound.packet(packetOf(500, 9_000), 0);
  lookUntil(0, 1_000);
  sound.packet(packetOf(9, 77), 1_020);
  sound.packet(packetOf(10, 77 + 960), 1_040);
  expect(sent.map(({ sequence }) => sequence)).toEqual(sent.map((_, index) => 500 + index));
  expect(sent.at(-1)?.timestamp).toBe(9_000 + 1_040 * 48);
  expect(sent.map(({ bytes }) => bytes).filter((bytes) => bytes === 20)).toHaveLength(3);
});

test('a short pause is not filled, and neither is what a held-up process has yet to read', () => {
  const { sent, sound, lookUntil } = open();
  sound.packet(packetOf(1, 960), 0);
  lookUntil(0, 480);
  sound.fill(2_000);
  expect(sent).toHaveLength(1);
});

test('the packets of the room are not changed', () => {
  const { sound, lookUntil } = open();
  lookUntil(0, 1_000);
  const packet = packetOf(9, 77);
  sound.packet(packet, 1_020);
  expect(packet).toEqual(packetOf(9, 77));
});
