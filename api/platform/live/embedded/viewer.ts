// The connection of a viewer. libdatachannel sends to it: encryption in native code costs a third
// of the processor time, and all viewers share one UDP port.
import nd from 'node-datachannel';
import { LiveError, type LiveRoom } from '../port.ts';
import { address as addressTo, CLOCK_RATE, type MediaKind, readFeedback } from './rtp.ts';
import {
  codecFor,
  type OfferedCodec,
  type OfferedMedia,
  readOffer,
  withCandidate,
  withoutAddresses,
} from '../sdp.ts';

export type ViewerConnection = {
  answer: string;
  /**
   * Sends the packet, rewritten in place for this viewer; false when the viewer does not get it.
   */
  send(kind: MediaKind, packet: Buffer): boolean;
  close(): void;
};

type ViewerOptions = {
  peer: string;
  offer: string;
  room: LiveRoom;
  /** A viewer of `video` gets no sound. */
  media: 'all' | 'video';
  bindAddress: string;
  address: string;
  port: number;
  onConnected: () => void;
  onReport: () => void;
  onKeyframeWanted: () => void;
  onEnded: () => void;
};

type Output = { track: nd.Track; payloadType: number; source: number };

const NAME = 'camarim';
/** Packets that can be sent again to a viewer who lost them: about 8 s of a picture of 1.5 Mbps. */
const RESENT_PACKETS = 1_024;

const OPUS = 'minptime=10;useinbandfec=1';

let lastSource = 1_000;

const describeMedia = (
  { kind, mid }: OfferedMedia,
  { name, payloadType, parameters }: OfferedCodec,
  source: number | null,
): nd.Audio | nd.Video => {
  const direction = source === null ? 'Inactive' : 'SendOnly';
  if (kind === 'audio') {
    const audio = new nd.Audio(mid, direction);
    audio.addOpusCodec(payloadType, parameters === '' ? OPUS : parameters);
    if (source !== null) audio.addSSRC(source, NAME, NAME, kind);
    return audio;
  }
  const video = new nd.Video(mid, direction);
  if (name === 'h264') video.addH264Codec(payloadType, parameters);
  else video.addVP8Codec(payloadType);
  if (source !== null) video.addSSRC(source, NAME, NAME, kind);
  return video;
};

const addOutput = (
  connection: nd.PeerConnection,
  media: OfferedMedia,
  codec: OfferedCodec,
  { onReport, onKeyframeWanted }: ViewerOptions,
): Output => {
  const source = (lastSource += 1);
  const track = connection.addTrack(describeMedia(media, codec, source));
  const { payloadType } = codec;
  const reporter = new nd.RtcpSrReporter(
    new nd.RtpPacketizationConfig(source, NAME, payloadType, CLOCK_RATE[media.kind]),
  );
  if (media.kind === 'video') reporter.addToChain(new nd.RtcpNackResponder(RESENT_PACKETS));
  track.setMediaHandler(reporter);
  track.onMessage((compound) => {
    const { reports, wantsKeyframe } = readFeedback(compound);
    if (reports) onReport();
    if (wantsKeyframe) onKeyframeWanted();
  });
  return { track, payloadType, source };
};

const gathered = (connection: nd.PeerConnection): Promise<void> =>
  new Promise((resolve) => {
    if (connection.gatheringState() === 'complete') resolve();
    else
      connection.onGatheringStateChange((state) => {
        if (state === 'complete') resolve();
      });
  });

/** Throws LiveError `badOffer`. */
export const connectViewer = async (options: ViewerOptions): Promise<ViewerConnection> => {
  const { peer, offer, room, bindAddress, address, port } = options;
  const offered = readOffer(offer).map((media) => ({ media, codec: codecFor(media, room.codec) }));
  const connection = new nd.PeerConnection(peer, {
    iceServers: [],
    bindAddress,
    enableIceUdpMux: true,
    portRangeBegin: port,
    portRangeEnd: port,
    disableAutoNegotiation: true,
    forceMediaTransport: true,
  });
  const outputs = new Map<MediaKind, Output>();
  connection.onStateChange((state) => {
    if (state === 'connected') options.onConnected();
    if (state === 'closed' || state === 'failed' || state === 'disconnected') options.onEnded();
  });
  try {
    for (const { media, codec } of offered) {
      if (media.kind === 'audio' && options.media === 'video')
        connection.addTrack(describeMedia(media, codec, null));
      else outputs.set(media.kind, addOutput(connection, media, codec, options));
    }
    connection.setRemoteDescription(withoutAddresses(offer), 'offer');
  } catch (error) {
    connection.close();
    throw new LiveError('badOffer', String(error));
  }
  connection.setLocalDescription('answer');
  await gathered(connection);
  return {
    answer: withCandidate(connection.localDescription()?.sdp ?? '', address, port),
    send: (kind, packet) => {
      const output = outputs.get(kind);
      if (!output?.track.isOpen()) return false;
      addressTo(packet, output.payloadType, output.source);
      return output.track.sendMessageBinary(packet);
    },
    close: () => connection.close(),
  };
};
