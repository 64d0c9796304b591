// Receives picture and sound of a show from the live engine (WHEP).
import {
  keepConnected,
  type KeptConnection,
  type Link,
  type OpenConnection,
} from './keep-connected.ts';
import { endpointOf, sendOffer } from './signalling.ts';

type Options = {
  liveId: string;
  iceServers: () => Promise<RTCIceServer[]>;
  onStream: (stream: MediaStream) => void;
  onLink: (link: Link, error?: unknown) => void;
  /** Another address than that of the show, such as that of the watcher's picture. */
  address?: string;
};

/** A picture that stands still for so long is opened again, unless only sound is sent. */
const STILL_MS = 2_000;
const SILENT_MS = 6_000;

const openWith =
  ({ liveId, iceServers, onStream, address }: Options) =>
  async (signal: AbortSignal): Promise<OpenConnection> => {
    const pc = new RTCPeerConnection({
      iceServers: await iceServers(),
      bundlePolicy: 'max-bundle',
    });
    try {
      const tracks = (['audio', 'video'] as const).map(
        (kind) => pc.addTransceiver(kind, { direction: 'recvonly' }).receiver.track,
      );
      await pc.setLocalDescription();
      const sdp = pc.localDescription?.sdp ?? '';
      const answer = await sendOffer(address ?? endpointOf('whep', liveId), sdp, signal);
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

type ReceivedMedia = { frames: number; packets: number };

const arrivedIn = (report: RTCStatsReport): ReceivedMedia => {
  const arrived: ReceivedMedia = { frames: 0, packets: 0 };
  for (const stats of report.values() as Iterable<Record<string, unknown>>)
    if (stats['type'] === 'inbound-rtp') {
      if (stats['kind'] === 'video') arrived.frames += Number(stats['framesDecoded'] ?? 0);
      else arrived.packets += Number(stats['packetsReceived'] ?? 0);
    }
  return arrived;
};

/** Whether media still arrive, from what arrived since the last sample. */
const liveliness = (nowMs: () => number) => {
  let last: ReceivedMedia = { frames: 0, packets: 0 };
  let frameAtMs = nowMs();
  let packetAtMs = nowMs();
  return ({ frames, packets }: ReceivedMedia): boolean => {
    const now = nowMs();
    if (frames > last.frames) frameAtMs = now;
    if (packets > last.packets) packetAtMs = now;
    last = { frames, packets };
    const still = now - frameAtMs;
    return still < STILL_MS || (still < SILENT_MS && now - packetAtMs < STILL_MS);
  };
};

/** Watches until it is stopped; a lost connection is opened again. */
export const watch = (options: Options): KeptConnection => {
  const open = openWith(options);
  let isLively = liveliness(() => performance.now());
  return keepConnected({
    open: async (signal) => {
      const opened = await open(signal);
      isLively = liveliness(() => performance.now());
      return opened;
    },
    // A page in the background decodes nothing.
    check: async (pc) => document.hidden || isLively(arrivedIn(await pc.getStats())),
    onLink: options.onLink,
  });
};
