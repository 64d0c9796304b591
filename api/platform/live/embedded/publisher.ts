// The connection of a publisher. werift receives it, because it asks the publisher for lost packets
// (NACK), tells it the rate that arrives (REMB) and asks for key frames (PLI); libdatachannel does
// not.
import {
  type MediaStreamTrack,
  type RTCPeerConnectionConfig,
  RTCPeerConnection,
  RTCRtpCodecParameters,
} from 'werift';
import { LiveError, type LiveRoom } from '../port.ts';
import type { PublisherPorts } from './publisher-ports.ts';
import type { MediaKind } from './rtp.ts';
import {
  candidatePort,
  codecFor,
  readOffer,
  withBundledPorts,
  withCandidate,
  withLimit,
  withoutAddresses,
} from '../sdp.ts';

export type PublisherConnection = {
  answer: string;
  /** Asks for a key frame of the picture. */
  requestKeyframe(): void;
  close(): Promise<void>;
};

type PublisherOptions = {
  offer: string;
  room: LiveRoom;
  bindAddress: string;
  address: string;
  /** Null takes any free one. */
  ports: PublisherPorts | null;
  onPacket: (kind: MediaKind, packet: Buffer) => void;
  onConnected: () => void;
  onEnded: () => void;
};

/**
 * No `transport-cc`: with it Chrome's estimate of the uplink fell to 30 to 230 kbps on loopback;
 * with REMB and receiver reports it climbs to the limit.
 */
const FEEDBACK = [{ type: 'nack' }, { type: 'nack', parameter: 'pli' }, { type: 'goog-remb' }];

const pictureCodec = (codec: LiveRoom['codec'], parameters: string): RTCRtpCodecParameters =>
  new RTCRtpCodecParameters({
    mimeType: codec === 'h264' ? 'video/H264' : 'video/VP8',
    clockRate: 90_000,
    rtcpFeedback: FEEDBACK,
    ...(codec === 'h264' ? { parameters } : {}),
  });

/** What every browser sends. */
const BASELINE = 'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f';

const SOUND = new RTCRtpCodecParameters({
  mimeType: 'audio/opus',
  clockRate: 48_000,
  channels: 2,
  parameters: 'minptime=10;useinbandfec=1',
});

type PeerOptions = Pick<
  PublisherOptions,
  'room' | 'bindAddress' | 'address' | 'onPacket' | 'onConnected' | 'onEnded'
>;

/** A connection that receives; `profile` is the parameters of H264. */
const openReceiver = (
  { room, bindAddress, address, ...options }: PeerOptions,
  profile: string,
  more: RTCPeerConnectionConfig,
) => {
  const connection = new RTCPeerConnection({
    codecs: { audio: [SOUND], video: [pictureCodec(room.codec, profile)] },
    headerExtensions: {},
    iceServers: [],
    // No address of the machine but the one that clients may know.
    iceUseIpv4: false,
    iceUseIpv6: false,
    iceUseTcp: false,
    iceAdditionalHostAddresses: [address],
    iceInterfaceAddresses: { udp4: bindAddress },
    bundlePolicy: 'max-bundle',
    ...more,
  });
  const picture: { track?: MediaStreamTrack } = {};
  connection.onTrack.subscribe((track) => {
    const kind = track.kind === 'audio' ? 'audio' : 'video';
    if (kind === 'video') picture.track = track;
    track.onReceiveRtp.subscribe((packet) => options.onPacket(kind, packet.serialize()));
  });
  connection.connectionStateChange.subscribe((state) => {
    if (state === 'connected') options.onConnected();
    if (state === 'failed' || state === 'disconnected' || state === 'closed') options.onEnded();
  });
  const requestKeyframe = (): void => {
    const receiver = connection
      .getReceivers()
      .find(({ tracks }) => picture.track !== undefined && tracks.includes(picture.track));
    const source = picture.track?.ssrc;
    if (receiver && source !== undefined) void receiver.sendRtcpPLI(source);
  };
  return { connection, requestKeyframe };
};

/** Throws LiveError `badOffer` or `full`. */
export const connectPublisher = async (options: PublisherOptions): Promise<PublisherConnection> => {
  const { offer, room, address, ports } = options;
  const media = readOffer(offer);
  const codecs = new Map(media.map((one) => [one.kind, codecFor(one, room.codec)]));
  const range = ports ? await ports.take() : null;
  const { connection, requestKeyframe } = openReceiver(
    options,
    codecs.get('video')?.parameters ?? '',
    { iceLite: true, ...(range ? { icePortRange: range } : {}) },
  );
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> =>
    (closing ??= connection.close().finally(() => {
      if (range) ports?.release(range);
    }));
  try {
    await connection
      .setRemoteDescription({ type: 'offer', sdp: withBundledPorts(withoutAddresses(offer)) })
      .catch((error: unknown) => {
        throw new LiveError('badOffer', String(error));
      });
    await connection.setLocalDescription(await connection.createAnswer());
    const local = connection.localDescription?.sdp ?? '';
    return {
      answer: withLimit(withCandidate(local, address, candidatePort(local)), room.maxBitrateKbps),
      requestKeyframe,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};

export type PullConnection = Pick<PublisherConnection, 'requestKeyframe' | 'close'> & {
  offer: string;
  accept(answer: string): Promise<void>;
};

/** The other way about: we offer to receive, and another engine answers. */
export const pullPublisher = async (options: PeerOptions): Promise<PullConnection> => {
  const { connection, requestKeyframe } = openReceiver(options, BASELINE, {});
  for (const kind of ['audio', 'video'] as const)
    connection.addTransceiver(kind, { direction: 'recvonly' });
  await connection.setLocalDescription(await connection.createOffer());
  return {
    offer: withoutAddresses(connection.localDescription?.sdp ?? ''),
    accept: (sdp) => connection.setRemoteDescription({ type: 'answer', sdp }),
    requestKeyframe,
    close: () => connection.close(),
  };
};
