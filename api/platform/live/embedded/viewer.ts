// The connection of a viewer. libdatachannel sends to it: encryption in native code costs a third
// of the processor time, and all viewers share one UDP port.
import nd from 'node-datachannel';
import { LiveError, type LiveRoom } from '../port.ts';
import { adaptDownlink, createDownlinkSampler, FIRST_DOWNLINK } from './sending/downlink.ts';
import { createPictureSender, type PictureSender } from './sending/picture-sender.ts';
import type { PublisherPorts } from './publisher-ports.ts';
import { type MediaKind, type ReceptionReport, readFeedback } from './rtp.ts';
import { createRtpSender, type SentPackets } from './sending/rtp-sender.ts';
import {
  codecFor,
  icePassword,
  type OfferedCodec,
  type OfferedMedia,
  readOffer,
  withCandidate,
  withoutAddresses,
} from '../sdp.ts';
import { openViewerRelay } from './viewer-relay.ts';

export type ViewerConnection = {
  answer: string;
  /**
   * Sends the packet, rewritten in place for this viewer; false when the viewer does not get it.
   */
  send(kind: MediaKind, packet: Buffer): boolean;
  /** What was sent of the picture until now can't be asked for again. */
  forgetPicture(): void;
  close(): void;
};

type ViewerOptions = {
  peer: string;
  user: string;
  offer: string;
  room: LiveRoom;
  /** A viewer of `video` gets no sound. */
  media: 'all' | 'video';
  bindAddress: string;
  address: string;
  port: number;
  /** Ports for viewers over TCP; null takes free ones. */
  publisherPorts: PublisherPorts | null;
  overTcp: boolean;
  /** The last packets of the room's picture. */
  sentPicture: SentPackets;
  onConnected: () => void;
  onReport: () => void;
  onKeyframeWanted: () => void;
  /** A viewer on a slow network could do with a key frame, if none came for some seconds. */
  onKeyframeDue: () => void;
  onEnded: () => void;
};

type Output = { send(packet: Buffer): boolean; forget(): void; stop(): void };

const NAME = 'camarim';

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

/** Sends a viewer as much of the picture as its network carries. */
const adaptPicture = (picture: PictureSender) => {
  const sample = createDownlinkSampler();
  let downlink = FIRST_DOWNLINK;
  return {
    isReduced: () => downlink.picture !== 'all',
    report(report: ReceptionReport): void {
      const nowMs = performance.now();
      const measured = sample(report, nowMs, Date.now());
      if (!measured) return;
      const before = downlink.picture;
      downlink = adaptDownlink(downlink, measured, nowMs);
      if (downlink.picture !== before) picture.change(downlink.picture);
    },
  };
};

/** Sends on the track; false when it is not open. */
const transmitterOf = (track: nd.Track): ((packet: Buffer) => boolean) => {
  let isOpen = false;
  return (packet) => {
    // Asked for every packet, this is a tenth of the cost of sending it.
    isOpen ||= track.isOpen();
    if (!isOpen) return false;
    try {
      return track.sendMessageBinary(packet);
    } catch {
      // It was closed a moment ago, which the state of the connection will tell.
      return false;
    }
  };
};

const addOutput = (
  connection: nd.PeerConnection,
  media: OfferedMedia,
  codec: OfferedCodec,
  { room, sentPicture, onReport, onKeyframeWanted, onKeyframeDue }: ViewerOptions,
): Output => {
  const source = (lastSource += 1);
  const track = connection.addTrack(describeMedia(media, codec, source));
  const sender = createRtpSender({
    source,
    name: NAME,
    payloadType: codec.payloadType,
    shared: media.kind === 'video' ? sentPicture : null,
    transmit: transmitterOf(track),
  });
  const picture =
    media.kind === 'video'
      ? createPictureSender({
          codec: room.codec,
          send: sender.send,
          onKeyframeWanted,
          onKeyframeDue,
          onTimely: sender.setTimely,
        })
      : null;
  const adaptation = picture && adaptPicture(picture);
  track.onMessage((compound) => {
    const { reports, wantsKeyframe, report, lost } = readFeedback(compound, source);
    if (reports) onReport();
    sender.resend(lost);
    if (report) adaptation?.report(report);
    // One that gets key frames only has to wait for the next: they cost all viewers some quality.
    if (wantsKeyframe && !adaptation?.isReduced()) onKeyframeWanted();
  });
  return {
    send: picture ? picture.packet : sender.send,
    forget: sender.forget,
    stop: () => picture?.stop(),
  };
};

const gathered = (connection: nd.PeerConnection): Promise<void> =>
  new Promise((resolve) => {
    if (connection.gatheringState() === 'complete') resolve();
    else
      connection.onGatheringStateChange((state) => {
        if (state === 'complete') resolve();
      });
  });

/** The viewer's own way to the port of all viewers. Throws LiveError `full`. */
const openRelay = async ({ user, bindAddress, port, publisherPorts }: ViewerOptions) => {
  const range = publisherPorts ? await publisherPorts.take(user) : null;
  const release = (): void => {
    if (range) publisherPorts?.release(range);
  };
  try {
    const relay = await openViewerRelay(range?.[0] ?? 0, bindAddress, port);
    return { ...relay, close: () => (relay.close(), release()) };
  } catch (error) {
    release();
    throw error;
  }
};

/** Throws LiveError `badOffer`, and over TCP `full`. */
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
  const close = (): void => {
    for (const output of outputs.values()) output.stop();
    connection.close();
  };
  connection.setLocalDescription('answer');
  await gathered(connection);
  const local = connection.localDescription()?.sdp ?? '';
  const [sound, picture] = [outputs.get('audio'), outputs.get('video')];
  const send = (kind: MediaKind, packet: Buffer): boolean =>
    (kind === 'audio' ? sound : picture)?.send(packet) ?? false;
  const forgetPicture = (): void => picture?.forget();
  if (!options.overTcp)
    return { answer: withCandidate(local, address, port), send, forgetPicture, close };
  const relay = await openRelay(options).catch((error: unknown) => {
    close();
    throw error;
  });
  relay.start(icePassword(local));
  return {
    answer: withCandidate(local, address, relay.port),
    send,
    forgetPicture,
    close: () => {
      close();
      relay.close();
    },
  };
};
