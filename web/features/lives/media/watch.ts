// Receives picture and sound of a show from the live engine (WHEP).
import {
  keepConnected,
  type KeptConnection,
  type Link,
  type OpenConnection,
} from './keep-connected.ts';
import { followMedia, type ReceivedMedia } from './received-media.ts';
import { endpointOf, sendOffer } from './signalling.ts';

type Options = {
  liveId: string;
  iceServers: () => Promise<RTCIceServer[]>;
  onStream: (stream: MediaStream) => void;
  onLink: (link: Link, error?: unknown) => void;
  /** Whether the engine leaves most of the picture out, because this network is too slow. */
  onReduced?: (isReduced: boolean) => void;
  /** Another address than that of the show, such as that of the watcher's picture. */
  address?: string;
  /** Whether it is known that no picture comes: a connection that stands still is not lost then. */
  isPictureTaken?: () => boolean;
};

/**
 * `isNeeded`: a connection did not come about, and its network let TCP through to a TURN server:
 * the engine is asked for another way, because Chromium does over TCP what its usual one refuses.
 */
type OverTcp = { isOffered: boolean; isNeeded: boolean };

/** The types of TypeScript do not have it yet. */
type Candidate = RTCIceCandidate & { relayProtocol?: string | null };

/** Notes whether the network lets the page reach a TURN server over TCP. */
const noteRelays = (pc: RTCPeerConnection, overTcp: OverTcp): void => {
  overTcp.isOffered = false;
  pc.addEventListener('icecandidate', ({ candidate }) => {
    const protocol = (candidate as Candidate | null)?.relayProtocol;
    if (protocol === 'tcp' || protocol === 'tls') overTcp.isOffered = true;
  });
};

const openWith =
  ({ liveId, iceServers, onStream, address }: Options, overTcp: OverTcp) =>
  async (signal: AbortSignal): Promise<OpenConnection> => {
    const pc = new RTCPeerConnection({
      iceServers: await iceServers(),
      bundlePolicy: 'max-bundle',
    });
    noteRelays(pc, overTcp);
    try {
      const tracks = (['audio', 'video'] as const).map(
        (kind) => pc.addTransceiver(kind, { direction: 'recvonly' }).receiver.track,
      );
      await pc.setLocalDescription();
      const sdp = pc.localDescription?.sdp ?? '';
      const to = address ?? endpointOf('whep', liveId);
      const answer = await sendOffer(overTcp.isNeeded ? `${to}?overTcp=true` : to, sdp, signal);
      await pc.setRemoteDescription({ type: 'answer', sdp: answer.sdp });
      // Only what is sent: a track without media would keep the video waiting for it.
      const received = pc
        .getTransceivers()
        .filter(({ currentDirection }) => currentDirection === 'recvonly')
        .map(({ receiver }) => receiver.track);
      onStream(new MediaStream(received.length > 0 ? received : tracks));
      return { pc, resource: answer.resource };
    } catch (error) {
      pc.close();
      throw error;
    }
  };

const arrivedIn = (report: RTCStatsReport): ReceivedMedia => {
  const arrived: ReceivedMedia = { frames: 0, keyframes: 0, packets: 0 };
  for (const stats of report.values() as Iterable<Record<string, unknown>>)
    if (stats['type'] === 'inbound-rtp') {
      if (stats['kind'] === 'video') {
        arrived.frames += Number(stats['framesDecoded'] ?? 0);
        arrived.keyframes += Number(stats['keyFramesDecoded'] ?? NaN);
      } else arrived.packets += Number(stats['packetsReceived'] ?? 0);
    }
  return arrived;
};

/** Watches until it is stopped; a lost connection is opened again. */
export const watch = (options: Options): KeptConnection => {
  const overTcp: OverTcp = { isOffered: false, isNeeded: false };
  const open = openWith(options, overTcp);
  let follow = followMedia(performance.now());
  let wasReduced = false;
  const tell = (isReduced: boolean): void => {
    if (isReduced !== wasReduced) options.onReduced?.(isReduced);
    wasReduced = isReduced;
  };
  return keepConnected({
    liveId: options.liveId,
    open: async (signal) => {
      const opened = await open(signal);
      follow = followMedia(performance.now());
      tell(false);
      return opened;
    },
    check: async (pc) => {
      const { isLively, isReduced } = follow(arrivedIn(await pc.getStats()), performance.now());
      tell(isReduced);
      // A page in the background decodes nothing.
      return document.hidden || isLively || options.isPictureTaken?.() === true;
    },
    onLink(link, error) {
      if (link !== 'unreachable' || overTcp.isNeeded || !overTcp.isOffered)
        return options.onLink(link, error);
      overTcp.isNeeded = true;
      options.onLink('lost');
    },
  });
};
