// What one viewer is sent of a stream: the packets, reports about them, and what was lost again.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  GenericNack,
  RtcpPacketConverter,
  RtcpSourceDescriptionPacket,
  RtcpSrPacket,
  RtcpTransportLayerFeedback,
} from 'werift';
import { readFeedback, roundTripMs } from '../rtp.ts';
import { createRtpSender, createSentPackets } from './rtp-sender.ts';

const NOW = new Date('2026-11-29T12:00:00.250Z');
const SOURCE = 1_001;
const TYPE = 102;
const PAYLOAD_BYTES = 100;

beforeEach(
  () => void vi.useFakeTimers({ now: NOW, toFake: ['setTimeout', 'performance', 'Date'] }),
);
afterEach(() => void vi.useRealTimers());

const packetOf = (number: number, timestamp = 90 * number): Buffer => {
  const packet = Buffer.alloc(12 + PAYLOAD_BYTES, number & 0xff);
  packet[0] = 0x80;
  packet[1] = 0x80 | 96;
  packet.writeUInt16BE(number & 0xff_ff, 2);
  packet.writeUInt32BE(timestamp >>> 0, 4);
  return packet;
};
const shown = (packet: Buffer) => ({
  number: packet.readUInt16BE(2),
  timestamp: packet.readUInt32BE(4),
  type: packet[1],
  source: packet.readUInt32BE(8),
  content: packet[12],
});
const isReport = (packet: Buffer): boolean => packet[1] === 200;

const open = () => {
  const transmitted: Buffer[] = [];
  const shared = createSentPackets();
  const sender = createRtpSender({
    source: SOURCE,
    name: 'camarim',
    payloadType: TYPE,
    shared,
    transmit: (packet) => {
      transmitted.push(Buffer.from(packet));
      return true;
    },
  });
  /** As a room does, for this viewer and for another one after it. */
  const send = (packet: Buffer): void => {
    shared.keep(packet);
    sender.send(packet);
    packet[1] = 0x80 | 45;
    packet.writeUInt32BE(77, 8);
  };
  return {
    sender,
    shared,
    send,
    media: () => transmitted.filter((packet) => !isReport(packet)).map(shown),
    reports: () => transmitted.filter(isReport),
    forget: () => void transmitted.splice(0),
  };
};

describe('reports to a viewer', () => {
  test('a report a second tells the time of the newest packet, and how much was sent', () => {
    const { send, reports } = open();
    const extended = packetOf(0);
    extended[0] = 0x90;
    extended.writeUInt16BE(1, 14);
    send(extended);
    for (let number = 1; number <= 100; number += 1) {
      vi.advanceTimersByTime(20);
      send(packetOf(number));
    }
    const read = reports().map((report) => RtcpPacketConverter.deSerialize(report));
    const infos = read.map(([report]) => report instanceof RtcpSrPacket && report.senderInfo);
    expect(infos).toMatchObject([
      // Four bytes of the first packet are an extension of its header, and four say so.
      { rtpTimestamp: 0, packetCount: 1, octetCount: PAYLOAD_BYTES - 8 },
      { rtpTimestamp: 90 * 50, packetCount: 51, octetCount: 51 * PAYLOAD_BYTES - 8 },
      { rtpTimestamp: 90 * 100, packetCount: 101, octetCount: 101 * PAYLOAD_BYTES - 8 },
    ]);
    const [report, name] = read[2] ?? [];
    expect(report).toMatchObject({ ssrc: SOURCE });
    expect(name instanceof RtcpSourceDescriptionPacket && name.chunks).toMatchObject([
      { source: SOURCE, items: [{ type: 1, text: 'camarim' }] },
    ]);
  });

  test('the time of a report is that of the clock, as the answer to it shows', () => {
    const { send, reports } = open();
    send(packetOf(1));
    const report = reports()[0] ?? Buffer.alloc(28);
    // Whole seconds since 1900, and a quarter of one.
    expect(report.readUInt32BE(8)).toBe(NOW.getTime() / 1_000 - 0.25 + 2_208_988_800);
    expect(report.readUInt32BE(12)).toBe(2 ** 30);
    const answer = { lastReport: report.readUInt32BE(10), heldFor: 65_536 };
    expect(roundTripMs(answer, NOW.getTime() + 1_040)).toBeCloseTo(40, 0);
  });

  test('a report is not about a packet that the publisher sends late, but about the next one', () => {
    const { send, reports } = open();
    send(packetOf(65_534));
    send(packetOf(65_536));
    vi.advanceTimersByTime(1_000);
    send(packetOf(65_535));
    expect(reports()).toHaveLength(1);
    send(packetOf(65_537));
    // Numbers that jump back are no late packets.
    vi.advanceTimersByTime(1_000);
    send(packetOf(40_000));
    const times = reports().map((report) => report.readUInt32BE(16) / 90);
    expect(times).toEqual([65_534, 65_537, 40_000]);
  });

  test('while packets are sent late, there is no report', () => {
    const { sender, send, reports } = open();
    sender.setTimely(false);
    send(packetOf(1));
    expect(reports()).toHaveLength(0);
    sender.setTimely(true);
    send(packetOf(2));
    expect(reports()).toHaveLength(1);
  });
});

describe('a packet that a viewer has lost', () => {
  test('the viewer gets it again as it was, with type and source of their own', () => {
    const { sender, send, media, forget } = open();
    for (const number of [65_534, 65_535, 65_536]) send(packetOf(number));
    const [, before] = media();
    forget();
    sender.resend([65_535, 3]);
    expect(media()).toEqual([before]);
    expect(before).toEqual({
      number: 65_535,
      timestamp: 90 * 65_535,
      type: 0x80 | TYPE,
      source: SOURCE,
      content: 0xff,
    });
  });

  test('a lost packet can be sent again until a thousand others came', () => {
    const { sender, send, media, forget } = open();
    for (let number = 1; number <= 1_025; number += 1) send(packetOf(number));
    forget();
    sender.resend([1, 2]);
    expect(media()).toMatchObject([{ number: 2 }]);
  });

  test('a viewer gets nothing from before the first packet that was theirs', () => {
    const { sender, shared, send, media, forget } = open();
    for (let number = 65_400; number <= 65_533; number += 1) shared.keep(packetOf(number));
    sender.resend([65_533]);
    expect(media()).toEqual([]);
    send(packetOf(65_534));
    send(packetOf(65_537));
    // The publisher sends again what the engine had lost.
    send(packetOf(65_536));
    forget();
    sender.resend([65_400, 65_533, 65_534, 65_535, 0, 1, 2]);
    expect(media().map(({ number }) => number)).toEqual([65_534, 0, 1]);
  });

  test.each(['shared', 'own'] as const)(
    'what is forgotten does not come again, and what comes after it does: %s numbers',
    (numbers) => {
      const { sender, send, media, forget } = open();
      if (numbers === 'own') sender.setTimely(false);
      for (const number of [65_534, 65_535]) send(packetOf(number));
      forget();
      sender.forget();
      sender.resend([65_534, 65_535]);
      expect(media()).toEqual([]);
      for (const number of [0, 2]) send(packetOf(number));
      forget();
      sender.resend([65_534, 65_535, 0, 1, 2]);
      expect(media().map(({ number }) => number)).toEqual([0, 2]);
    },
  );

  test('after numbers that jump, a viewer gets what came after the jump', () => {
    const { sender, send, media, forget } = open();
    for (const number of [40_000, 40_001, 10, 11]) send(packetOf(number));
    forget();
    sender.resend([40_000, 40_001, 10, 11]);
    expect(media().map(({ number }) => number)).toEqual([10, 11]);
  });

  test('a viewer whose numbers are not those of others gets what had their number', () => {
    const { sender, media, forget } = open();
    const shared = packetOf(500);
    sender.setTimely(false);
    // The sender of the picture writes this viewer's number and time, and then the former ones.
    shared.writeUInt16BE(400, 2);
    shared.writeUInt32BE(123, 4);
    sender.send(shared);
    shared.writeUInt16BE(500, 2);
    shared.writeUInt32BE(90 * 500, 4);
    forget();
    sender.resend([500, 400]);
    expect(media()).toMatchObject([{ number: 400, timestamp: 123, content: 500 & 0xff }]);
  });

  test('sound is not sent again', () => {
    const transmit = vi.fn<(packet: Buffer) => boolean>(() => true);
    const sound = { source: 1, name: 'camarim', payloadType: 111, shared: null, transmit };
    const sender = createRtpSender(sound);
    sender.send(packetOf(1));
    sender.setTimely(false);
    sender.send(packetOf(2));
    transmit.mockClear();
    sender.resend([1, 2]);
    expect(transmit).not.toHaveBeenCalled();
  });

  test('a viewer who asks for more than a thousand packets in a second gets no more in it', () => {
    const { sender, send, media, forget } = open();
    send(packetOf(1));
    forget();
    sender.resend(Array.from({ length: 5_000 }, () => 1));
    expect(media()).toHaveLength(1_024);
    vi.advanceTimersByTime(1_000);
    sender.resend([1]);
    expect(media()).toHaveLength(1_025);
  });

  test('once a viewer has had a thousand packets again in a second, no more are looked for', () => {
    const { sender, shared, send, media, forget } = open();
    for (let number = 0; number < 1_024; number += 1) send(packetOf(number));
    forget();
    const find = vi.spyOn(shared, 'find');
    // A request of 1,392 bytes, all of it of packets that are kept.
    const request = Buffer.alloc(1_392, 0xff);
    request.set([0x81, 205, 0x01, 0x5b, 0, 0, 0, 1]);
    request.writeUInt32BE(SOURCE, 8);
    for (let at = 12; at < request.length; at += 4) request.writeUInt16BE(at % 1_000, at);
    const { lost } = readFeedback(request, SOURCE);
    expect(lost).toHaveLength(1_024);
    for (let asked = 0; asked < 5; asked += 1) sender.resend(lost);
    expect(media()).toHaveLength(1_024);
    expect(find).toHaveBeenCalledTimes(1_024);
  });

  test('a request is read as far as it is about the stream', () => {
    const request = (lost: number[], mediaSourceSsrc = SOURCE): Buffer =>
      new RtcpTransportLayerFeedback({
        feedback: new GenericNack({ senderSsrc: 1, mediaSourceSsrc, lost }),
      }).serialize();
    const lost = [7, 8, 23, 24, 500];
    const compound = Buffer.concat([request([9], SOURCE + 1), request(lost), request([65_535])]);
    expect(readFeedback(compound, SOURCE)).toMatchObject({ lost: [...lost, 65_535] });
    expect(readFeedback(request(lost).subarray(0, 10), SOURCE)).toMatchObject({ lost: [] });
  });

  test('a request over the end of the numbers asks for those at their beginning', () => {
    const request = Buffer.from('81cd000300000001000003e9ffff8001', 'hex');
    expect(readFeedback(request, SOURCE).lost).toEqual([65_535, 0, 15]);
  });
});
