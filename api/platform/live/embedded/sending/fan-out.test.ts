// What all viewers of a room are sent, and in which order.
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createFanOut } from './fan-out.ts';

const packetOf = (number: number): Buffer => {
  const packet = Buffer.alloc(20);
  packet.writeUInt16BE(number, 2);
  return packet;
};

test('packets that come together go to one viewer after another who is connected', async () => {
  const sent: string[] = [];
  const bytes: number[] = [];
  const viewerOf = (name: string, connectedMs: number | null, takes = true) => ({
    connectedMs,
    connection: {
      send(kind: string, packet: Buffer) {
        sent.push(`${name} ${kind} ${packet.readUInt16BE(2)}`);
        return takes;
      },
      forgetPicture: () => void sent.push(`${name} forgets`),
    },
  });
  const viewers = new Map([
    ['davi', viewerOf('davi', 1)],
    ['coming', viewerOf('coming', null)],
    ['malu', viewerOf('malu', 1, false)],
    ['gone', viewerOf('gone', 1)],
  ]);
  const { packet, sentPicture } = createFanOut(viewers, (count) => bytes.push(count));
  packet('video', packetOf(1));
  packet('audio', packetOf(2));
  viewers.delete('gone');
  await turn();
  packet('video', packetOf(3));
  await turn();
  expect(sent).toEqual([
    'davi video 1',
    'davi audio 2',
    'malu video 1',
    'malu audio 2',
    'davi video 3',
    'malu video 3',
  ]);
  expect(bytes).toEqual([40, 20]);
  expect([1, 2, 3].map((number) => sentPicture.find(number) !== null)).toEqual([true, false, true]);
});

test('the picture is forgotten by the room and its viewers, and what was due is sent before', () => {
  const happened: string[] = [];
  const connection = {
    send(kind: string, packet: Buffer) {
      happened.push(`${kind} ${packet.readUInt16BE(2)}`);
      return true;
    },
    forgetPicture: () => void happened.push('forgets'),
  };
  const viewers = new Map([
    ['davi', { connectedMs: 1, connection }],
    ['coming', { connectedMs: null, connection: null }],
  ]);
  const { packet, forgetPicture, sentPicture } = createFanOut(viewers, () => undefined);
  packet('video', packetOf(1));
  packet('audio', packetOf(2));
  forgetPicture();
  expect(happened).toEqual(['video 1', 'audio 2', 'forgets']);
  expect(sentPicture.find(1)).toBeNull();
  packet('video', packetOf(3));
  expect(sentPicture.find(3)).not.toBeNull();
});
