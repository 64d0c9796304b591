// Browsers of tests of live video: WebRTC peers that send and receive packets without a picture.
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  GenericNack,
  MediaStreamTrack,
  RTCPeerConnection,
  RTCRtpCodecParameters,
  RtcpTransportLayerFeedback,
  RtpHeader,
  RtpPacket,
} from 'werift';
import { isBlank } from '../../platform/live/output/blank-frames.ts';

const FEEDBACK = [{ type: 'nack' }, { type: 'nack', parameter: 'pli' }];
const H264 = 'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f';
const PACKET_EVERY_MS = 20;
const CONNECT_WITHIN_MS = 10_000;
/** Payload types differ between publisher and viewer, as they do between browsers. */
const PUBLISHER_TYPE = 96;
const VIEWER_TYPE = 105;

const LOOPBACK = '127.0.0.1';

const open = (
  payloadType: number,
  picture: 'h264' | 'vp8' = 'h264',
  host = LOOPBACK,
): RTCPeerConnection =>
  new RTCPeerConnection({
    codecs: {
      audio: [
        new RTCRtpCodecParameters({
          mimeType: 'audio/opus',
          clockRate: 48_000,
          channels: 2,
          payloadType: payloadType + 1,
        }),
      ],
      video: [
        new RTCRtpCodecParameters({
          mimeType: picture === 'h264' ? 'video/H264' : 'video/VP8',
          clockRate: 90_000,
          rtcpFeedback: FEEDBACK,
          ...(picture === 'h264' ? { parameters: H264 } : {}),
          payloadType,
        }),
      ],
    },
    iceServers: [],
    iceUseTcp: false,
    iceUseIpv4: false,
    iceUseIpv6: false,
    iceAdditionalHostAddresses: [host],
    iceInterfaceAddresses: { udp4: host },
    bundlePolicy: 'max-bundle',
  });

/** Answers an SDP offer, as a POST of WHIP or WHEP does. */
export type Signal = (offer: string) => Promise<string>;

/** Null when the connection was not there in time. */
const tryConnection = async (
  connection: RTCPeerConnection,
  signal: Signal,
): Promise<string | null> => {
  const connected = new Promise<boolean>((resolve) =>
    connection.connectionStateChange.subscribe((state) => {
      if (state === 'connected') resolve(true);
      if (state === 'failed') resolve(false);
    }),
  );
  await connection.setLocalDescription(await connection.createOffer());
  const answer = await signal(connection.localDescription?.sdp ?? '');
  await connection.setRemoteDescription({ type: 'answer', sdp: answer });
  const inTime = await Promise.race([connected, sleep(CONNECT_WITHIN_MS, false, { ref: false })]);
  return inTime ? answer : null;
};

/**
 * Connects as a browser of the product does: again when a handshake was lost, as on a busy machine.
 * Rejects as `signal` does.
 */
const connect = async <Prepared extends { connection: RTCPeerConnection }>(
  prepare: () => Prepared,
  signal: Signal,
): Promise<Prepared & { answer: string }> => {
  for (;;) {
    const prepared = prepare();
    const answer = await tryConnection(prepared.connection, signal).catch(
      async (error: unknown) => {
        await prepared.connection.close();
        throw error;
      },
    );
    if (answer !== null) return { ...prepared, answer };
    await prepared.connection.close();
  }
};

export type TestPeer = {
  offer: string;
  answer: string;
  /** Ends the connection as a browser does that closes the page. */
  close(): Promise<void>;
  /** Sends and receives nothing any more without saying so, as a browser that was killed. */
  vanish(): void;
};

const peerOf = (
  connection: RTCPeerConnection,
  answer: string,
  stop: () => void = () => {},
): TestPeer => ({
  offer: connection.localDescription?.sdp ?? '',
  answer,
  close: async () => {
    stop();
    await connection.close();
  },
  vanish: () => {
    stop();
    for (const { connection: ice } of connection.iceTransports) void ice.close();
  },
});

const openPublisher = (picture: 'h264' | 'vp8', host?: string) => {
  const connection = open(PUBLISHER_TYPE, picture, host);
  const tracks = {
    video: { track: new MediaStreamTrack({ kind: 'video' }), type: PUBLISHER_TYPE },
    audio: { track: new MediaStreamTrack({ kind: 'audio' }), type: PUBLISHER_TYPE + 1 },
  };
  for (const { track } of Object.values(tracks))
    connection.addTransceiver(track, { direction: 'sendonly' });
  return { connection, tracks };
};

export type PacketPublisher = {
  peer: TestPeer;
  write(kind: 'audio' | 'video', packet: Buffer): void;
  /** Resolves with the first report of the engine about what it receives. */
  reported: Promise<unknown>;
};

/** A publisher of packets that come from elsewhere, sent from `host`. Rejects as `signal` does. */
export const publishPackets = async (
  signal: Signal,
  picture: 'h264' | 'vp8',
  host?: string,
): Promise<PacketPublisher> => {
  const { connection, tracks, answer } = await connect(() => openPublisher(picture, host), signal);
  const reported = new Promise((resolve) => {
    for (const sender of connection.getSenders()) sender.onRtcp.subscribe(resolve);
  });
  return {
    peer: peerOf(connection, answer),
    reported,
    write(kind, packet) {
      const { track, type } = tracks[kind];
      packet[1] = ((packet[1] ?? 0) & 0x80) | type;
      track.writeRtp(packet);
    },
  };
};

/**
 * Units of H264: one that begins a key frame (a sequence parameter set), and one that needs others.
 */
const KEY_UNIT = 0x67;
const DELTA_UNIT = 0x41;
const PAYLOAD_BYTES = 100;

/** True once for each time that the engine asked for a key frame, and at the start. */
const createKeyframeRequests = ({ connection }: { connection: RTCPeerConnection }) => {
  let wanted = true;
  for (const sender of connection.getSenders())
    sender.onPictureLossIndication.subscribe(() => (wanted = true));
  return (): boolean => {
    const now = wanted;
    wanted = false;
    return now;
  };
};

/**
 * Sends packets of sound and picture until it is closed; the picture has key frames where the
 * engine asks for them, as that of a browser has. Rejects as `signal` does.
 */
export const publishTo = async (
  signal: Signal,
  { pictureBytes = PAYLOAD_BYTES }: { pictureBytes?: number } = {},
): Promise<TestPeer> => {
  const { connection, tracks, answer } = await connect(() => openPublisher('h264'), signal);
  const isKeyframeWanted = createKeyframeRequests({ connection });
  const streams = [
    { ...tracks.video, step: 1_800 },
    { ...tracks.audio, step: 960 },
  ].map((one) => ({ ...one, sequence: randomInt(65_536), timestamp: randomInt(2 ** 32) }));
  const timer = setInterval(() => {
    for (const one of streams) {
      one.sequence = (one.sequence + 1) & 0xff_ff;
      one.timestamp = (one.timestamp + one.step) >>> 0;
      const header = new RtpHeader({
        payloadType: one.type,
        sequenceNumber: one.sequence,
        timestamp: one.timestamp,
        ssrc: 1,
        marker: true,
      });
      const isPicture = one.track.kind === 'video';
      const payload = Buffer.alloc(isPicture ? pictureBytes : PAYLOAD_BYTES, 1);
      if (isPicture) payload[0] = isKeyframeWanted() ? KEY_UNIT : DELTA_UNIT;
      one.track.writeRtp(new RtpPacket(header, payload).serialize());
    }
  }, PACKET_EVERY_MS);
  return peerOf(connection, answer, () => clearInterval(timer));
};

export type ReceivedPacket = { kind: 'audio' | 'video'; sequence: number; payloadType: number };
export type TestViewer = TestPeer & {
  /** Every packet of the publisher's media that came. */
  packets: ReceivedPacket[];
  /** How many of one kind. */
  count(kind: 'audio' | 'video'): number;
  /** Asks for packets of the picture again, as after a loss. */
  askFor(lost: number[]): Promise<void>;
};

const openViewer = (tieBreaker?: bigint) => {
  const connection = open(VIEWER_TYPE);
  const packets: ReceivedPacket[] = [];
  let picture = 0;
  connection.onTrack.subscribe((track) =>
    track.onReceiveRtp.subscribe(({ header, payload }) => {
      const kind = track.kind === 'audio' ? 'audio' : 'video';
      if (kind === 'video') picture = header.ssrc;
      if (isBlank(kind, payload)) return;
      packets.push({
        kind,
        sequence: header.sequenceNumber,
        payloadType: header.payloadType,
      });
    }),
  );
  for (const kind of ['audio', 'video'] as const)
    connection.addTransceiver(kind, { direction: 'recvonly' });
  if (tieBreaker !== undefined)
    for (const { connection: ice } of connection.iceTransports) Object.assign(ice, { tieBreaker });
  const askFor = async (lost: number[]): Promise<void> => {
    const feedback = new GenericNack({ senderSsrc: 1, mediaSourceSsrc: picture, lost });
    await connection.dtlsTransports[0]?.sendRtcp([new RtcpTransportLayerFeedback({ feedback })]);
  };
  return { connection, packets, askFor };
};

/** Receives whatever comes. `tieBreaker`: that of its checks of ICE. Rejects as `signal` does. */
export const watchFrom = async (signal: Signal, tieBreaker?: bigint): Promise<TestViewer> => {
  const prepare = () => openViewer(tieBreaker);
  const { connection, packets, askFor, answer } = await connect(prepare, signal);
  return {
    ...peerOf(connection, answer),
    packets,
    askFor,
    count: (kind) => packets.filter((packet) => packet.kind === kind).length,
  };
};

export const VIEWER_TYPES = { audio: VIEWER_TYPE + 1, video: VIEWER_TYPE } as const;
