// Sends picture and sound of a show to the live engine (WHIP), as much as the network carries.
import {
  adaptBitrate,
  type Bitrate,
  FIRST_BITRATE,
  type NetworkSample,
  type Quality,
  qualityOf,
  scaleOf,
} from './adapt-bitrate.ts';
import {
  keepConnected,
  type KeptConnection,
  type Link,
  type OpenConnection,
} from './keep-connected.ts';
import { endpointOf, sendOffer } from './signalling.ts';

export type PublishConnection = KeptConnection & {
  /** Sends another camera or microphone without a new connection. */
  replace(track: MediaStreamTrack): Promise<void>;
};

type Options = {
  liveId: string;
  stream: MediaStream;
  iceServers: () => Promise<RTCIceServer[]>;
  onLink: (link: Link, error?: unknown) => void;
  onQuality: (quality: Quality) => void;
  /**
   * Another address than that of the show, such as that of a watcher's own picture; of each new
   * connection.
   */
  address?: string | (() => string);
};

/** Recording and HLS copy H264; browsers without it send VP8. */
const CODEC_ORDER = ['video/H264', 'video/VP8'];

const preferred = (): RTCRtpCodec[] => {
  const codecs = RTCRtpSender.getCapabilities('video')?.codecs ?? [];
  const order = (mimeType: string): number => {
    const at = CODEC_ORDER.indexOf(mimeType);
    return at === -1 ? CODEC_ORDER.length : at;
  };
  return codecs.toSorted((one, other) => order(one.mimeType) - order(other.mimeType));
};

/** Where a network is short, sound goes first. */
const setSender = async (
  sender: RTCRtpSender,
  kind: string,
  { kbps }: Pick<Bitrate, 'kbps'>,
): Promise<void> => {
  const parameters = sender.getParameters();
  const [encoding] = parameters.encodings;
  if (!encoding) return;
  if (kind === 'audio') Object.assign(encoding, { priority: 'high', networkPriority: 'high' });
  else
    Object.assign(encoding, {
      priority: 'low',
      networkPriority: 'low',
      maxBitrate: kbps * 1_000,
      scaleResolutionDownBy: scaleOf(kbps),
    });
  await sender.setParameters(parameters);
};

const openWith =
  ({ liveId, stream, iceServers, address }: Options) =>
  async (signal: AbortSignal): Promise<OpenConnection> => {
    const pc = new RTCPeerConnection({
      iceServers: await iceServers(),
      bundlePolicy: 'max-bundle',
    });
    try {
      for (const track of stream.getTracks()) {
        const transceiver = pc.addTransceiver(track, { direction: 'sendonly', streams: [stream] });
        if (track.kind === 'video') transceiver.setCodecPreferences(preferred());
      }
      await pc.setLocalDescription();
      const sdp = pc.localDescription?.sdp ?? '';
      const to =
        typeof address === 'function' ? address() : (address ?? endpointOf('whip', liveId));
      const answer = await sendOffer(to, sdp, signal);
      await pc.setRemoteDescription({ type: 'answer', sdp: answer.sdp });
      return { pc, resource: answer.resource };
    } catch (error) {
      pc.close();
      throw error;
    }
  };

type Totals = { sent: number; lost: number };

/** What the last second was like; null until the other side has reported. */
const sampler = () => {
  let before: Totals | null = null;
  return (report: RTCStatsReport): NetworkSample | null => {
    let totals: Totals | null = null;
    let rttMs = 0;
    let availableKbps: number | null = null;
    for (const stats of report.values() as Iterable<Record<string, unknown>>) {
      if (stats['type'] === 'remote-inbound-rtp' && stats['kind'] === 'video') {
        const local = report.get(stats['localId'] as string) as { packetsSent?: number };
        totals = { sent: local?.packetsSent ?? 0, lost: Number(stats['packetsLost'] ?? 0) };
        rttMs = Number(stats['roundTripTime'] ?? 0) * 1_000;
      }
      if (stats['type'] === 'candidate-pair' && stats['nominated'] === true) {
        const bps = stats['availableOutgoingBitrate'];
        if (typeof bps === 'number') availableKbps = Math.round(bps / 1_000);
      }
    }
    const last = before;
    before = totals;
    if (!last || !totals || totals.sent <= last.sent) return null;
    const lossFraction = Math.max(0, totals.lost - last.lost) / (totals.sent - last.sent);
    return { lossFraction, rttMs, availableKbps };
  };
};

/** Publishes until it is stopped; a lost connection is opened again. */
export const publish = (options: Options): PublishConnection => {
  const { stream, onQuality } = options;
  let current: RTCPeerConnection | null = null;
  let bitrate = FIRST_BITRATE;
  let sample = sampler();

  const adapt = async (pc: RTCPeerConnection): Promise<boolean> => {
    const measured = sample(await pc.getStats());
    if (!measured) return true;
    const next = adaptBitrate(bitrate, measured);
    onQuality(qualityOf(next.kbps, measured));
    const changed = next.kbps !== bitrate.kbps;
    bitrate = next;
    const sender = pc.getSenders().find(({ track }) => track?.kind === 'video');
    if (changed && sender) await setSender(sender, 'video', bitrate);
    return true;
  };
  const open = openWith(options);
  const kept = keepConnected({
    liveId: options.liveId,
    open: async (signal) => {
      const opened = await open(signal);
      current = opened.pc;
      sample = sampler();
      for (const sender of opened.pc.getSenders())
        await setSender(sender, sender.track?.kind ?? '', bitrate);
      return opened;
    },
    check: adapt,
    onLink: options.onLink,
  });
  return {
    ...kept,
    async replace(track) {
      for (const old of stream.getTracks())
        if (old.kind === track.kind && old !== track) {
          stream.removeTrack(old);
          old.stop();
        }
      if (!stream.getTracks().includes(track)) stream.addTrack(track);
      const sender = current?.getSenders().find(({ track: sent }) => sent?.kind === track.kind);
      await sender?.replaceTrack(track);
    },
  };
};
