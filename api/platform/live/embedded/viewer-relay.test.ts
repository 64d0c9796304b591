// Checks of ICE that are signed again with another tie-breaker, and who gets through to the engine
// by a port for one viewer.
import { createHmac } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { crc32 } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { withMappedAddress, withTieBreaker } from './stun.ts';
import { openViewerRelay } from './viewer-relay.ts';

const PASSWORD = 'VOkJxbRl1RmTxUk/WvJxBt';
/** The sample request of RFC 5769, section 2.1. */
const SAMPLE = Buffer.from(
  [
    '000100582112a442b7e7a701bc34d686fa87dfae',
    '802200105354554e207465737420636c69656e74',
    '002400046e0001ff',
    '80290008932ff9b151263b36',
    '000600096576746a3a68367659202020',
    '000800149aeaa70cbfd8cb56781ef2b5b2d3f249c1b571a2',
    '80280004e57a3bcf',
  ].join(''),
  'hex',
);
const [TIE_BREAKER, INTEGRITY, FINGERPRINT] = [52, 80, 104];

/** The sample with this tie-breaker, signed as RFC 8489 describes. */
const signed = (tieBreaker: bigint): Buffer => {
  const packet = Buffer.from(SAMPLE);
  packet.writeBigUInt64BE(tieBreaker, TIE_BREAKER);
  packet.writeUInt16BE(80, 2);
  createHmac('sha1', PASSWORD)
    .update(packet.subarray(0, INTEGRITY - 4))
    .digest()
    .copy(packet, INTEGRITY);
  packet.writeUInt16BE(88, 2);
  const sum = crc32(packet.subarray(0, FINGERPRINT - 4));
  packet.writeUInt32BE((sum ^ 0x53_54_55_4e) >>> 0, FINGERPRINT);
  return packet;
};

test('a check whose tie-breaker is 0 gets another one and is signed again', () => {
  expect(signed(SAMPLE.readBigUInt64BE(TIE_BREAKER))).toEqual(SAMPLE);
  expect(withTieBreaker(signed(0n), PASSWORD)).toEqual(signed(1n));
});

test('a check with a tie-breaker stays as it is', () => {
  expect(withTieBreaker(SAMPLE, PASSWORD)).toEqual(SAMPLE);
});

test.each([
  ['one that was signed with another password', signed(0n), 'another'],
  ['one that was changed after it was signed', Buffer.from(signed(0n)).fill(1, 30, 31), PASSWORD],
  ['one without a signature', withoutSignature(), PASSWORD],
  ['one that is cut off', SAMPLE.subarray(0, 90), PASSWORD],
  ['an answer', Buffer.concat([Buffer.from([1, 1]), SAMPLE.subarray(2)]), PASSWORD],
  ['media', Buffer.alloc(200, 0x80), PASSWORD],
  ['nothing', Buffer.alloc(0), PASSWORD],
])('%s is no check', (_what, packet, password) => {
  expect(withTieBreaker(packet, password)).toBeNull();
});

/** The sample response of RFC 5769, section 2.2: it names 192.0.2.1, port 32853. */
const ANSWER = Buffer.from(
  [
    '0101003c2112a442b7e7a701bc34d686fa87dfae',
    '8022000b7465737420766563746f7220',
    '002000080001a147e112a643',
    '000800142b91f599fd9e90c38c7489f92af9ba53f06be7d7',
    '80280004c07d4c96',
  ].join(''),
  'hex',
);
const [NAMED, OTHER] = [
  { address: '192.0.2.1', port: 32_853 },
  { address: '203.0.113.9', port: 443 },
];

test('an answer to a check names the address that it is given, and is signed again', () => {
  const changed = withMappedAddress(ANSWER, PASSWORD, OTHER);
  expect(changed).not.toEqual(ANSWER);
  expect(withMappedAddress(changed, PASSWORD, NAMED)).toEqual(ANSWER);
});

test('what is no answer to a check, or was signed with another password, stays as it is', () => {
  expect(withMappedAddress(ANSWER, 'another', OTHER)).toBe(ANSWER);
  expect(withMappedAddress(SAMPLE, PASSWORD, OTHER)).toBe(SAMPLE);
});

function withoutSignature(): Buffer {
  const packet = Buffer.from(SAMPLE.subarray(0, INTEGRITY - 4));
  packet.writeUInt16BE(packet.length - 20, 2);
  return packet;
}

const HOST = '127.0.0.1';
const closers: (() => void)[] = [];
afterEach(() => closers.splice(0).forEach((close) => close()));

const openSocket = async () => {
  const socket: Socket = createSocket('udp4');
  await once(socket.bind(0, HOST), 'listening');
  closers.push(() => void socket.close());
  const came: { packet: Buffer; port: number }[] = [];
  socket.on('message', (packet, { port }) => void came.push({ packet, port }));
  const { port } = socket.address();
  return {
    port,
    came,
    packets: () => came.map(({ packet }) => packet),
    send: (packet: Buffer, to: number) => void socket.send(packet, to, HOST),
  };
};

test('only who sends a check with the password gets through, each by an address of their own', async () => {
  const [engine, viewer, second, stranger] = await Promise.all([0, 1, 2, 3].map(openSocket));
  if (!engine || !viewer || !second || !stranger) throw new Error('four sockets were opened');
  const relay = await openViewerRelay(0, HOST, engine.port);
  closers.push(relay.close);
  relay.start(PASSWORD);
  const media = Buffer.alloc(100, 0x80);

  stranger.send(media, relay.port);
  stranger.send(Buffer.from(signed(0n)).fill(1, 30, 31), relay.port);
  viewer.send(signed(0n), relay.port);
  await expect.poll(engine.packets).toEqual([signed(1n)]);
  viewer.send(media, relay.port);
  await expect.poll(engine.packets).toEqual([signed(1n), media]);
  second.send(SAMPLE, relay.port);
  await expect.poll(engine.packets).toEqual([signed(1n), media, SAMPLE]);
  const [first, , other] = engine.came;
  expect(other?.port).not.toBe(first?.port);

  engine.send(media, first?.port ?? 0);
  await expect.poll(viewer.packets).toEqual([media]);
  engine.send(ANSWER, other?.port ?? 0);
  const named = { address: HOST, port: second.port };
  await expect.poll(second.packets).toEqual([withMappedAddress(ANSWER, PASSWORD, named)]);
  expect(viewer.came.map(({ port }) => port)).toEqual([relay.port]);
  expect(stranger.came).toEqual([]);
});

/** A relay and its sockets: the one for the viewer first, then one for each admitted sender. */
const openWatched = async (enginePort: number) => {
  const sockets: Socket[] = [];
  const watch = (message: unknown) => void sockets.push((message as { socket: Socket }).socket);
  subscribe('udp.socket', watch);
  closers.push(() => void unsubscribe('udp.socket', watch));
  const relay = await openViewerRelay(0, HOST, enginePort);
  closers.push(relay.close);
  relay.start(PASSWORD);
  return { relay, sockets };
};

test('a check that names the port 0 as its sender is ignored', async () => {
  const [engine, viewer] = await Promise.all([0, 1].map(openSocket));
  if (!engine || !viewer) throw new Error('two sockets were opened');
  const { relay, sockets } = await openWatched(engine.port);
  sockets[0]?.emit('message', signed(0n), { address: HOST, port: 0, family: 'IPv4', size: 108 });
  viewer.send(SAMPLE, relay.port);
  await expect.poll(engine.packets).toContainEqual(SAMPLE);
  expect(engine.packets()).toEqual([SAMPLE]);
  expect(sockets).toHaveLength(2);
});

test('a packet that cannot be sent is lost and throws no error', async () => {
  const [engine, viewer] = await Promise.all([0, 1].map(openSocket));
  if (!engine || !viewer) throw new Error('two sockets were opened');
  const { relay, sockets } = await openWatched(engine.port);
  viewer.send(SAMPLE, relay.port);
  await expect.poll(engine.packets).toEqual([SAMPLE]);
  const [outside, inside] = sockets;
  const from = { address: HOST, port: viewer.port, family: 'IPv4', size: 100 };
  // What a closed socket does: it throws where it is called.
  for (const socket of [outside, inside])
    if (socket)
      socket.send = () => {
        throw new Error('not running');
      };
  expect(outside?.emit('message', SAMPLE, from)).toBe(true);
  expect(inside?.emit('message', SAMPLE, from)).toBe(true);
});
