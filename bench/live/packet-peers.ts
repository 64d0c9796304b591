// Publishers or viewers of WebRTC without a picture, in a process of their own that is `fork`ed by
// load.ts, so that their processor time is not the engine's.
import nd from 'node-datachannel';

export type PeersRequest =
  /** A new connection; its SDP offer is the reply, or its answer to `offer`. */
  | { act: 'describe'; peer: string; role: 'publisher' | 'viewer'; offer?: string }
  | { act: 'accept'; peer: string; answer: string }
  /** The reply is how many are connected, and the bytes of RTP that viewers received. */
  | { act: 'count' }
  /** Publishers send from now on. */
  | { act: 'send' }
  | { act: 'close' };
export type PeersReply = { id: number; sdp?: string; connected?: number; bytes?: number };

const VIDEO_TYPE = 96;
const AUDIO_TYPE = 111;
const H264 = 'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f';
const OPUS = 'minptime=10;useinbandfec=1';
/** 20 frames a second of eight packets of 1,172 bytes with their headers: 1.5 Mbps. */
const FRAME_MS = 50;
const FRAME_PACKETS = 8;
const VIDEO_BYTES = 1_160;
/** 50 packets a second: 36 kbps. */
const SOUND_MS = 20;
const SOUND_BYTES = 80;
const HEADER_BYTES = 12;
/** A whole unit of H264: any that is no key frame. */
const DELTA_UNIT = 0x41;

type Peer = { connection: nd.PeerConnection; tracks: nd.Track[]; stop: () => void };

const peers = new Map<string, Peer>();
let bytes = 0;

const described = (peer: string, connection: nd.PeerConnection): Promise<string> =>
  new Promise((resolve, reject) => {
    const finish = () => {
      const sdp = connection.localDescription()?.sdp;
      if (sdp === undefined) reject(new Error(`${peer} has no description`));
      else resolve(sdp);
    };
    if (connection.gatheringState() === 'complete') finish();
    else
      connection.onGatheringStateChange((state) => {
        if (state === 'complete') finish();
      });
  });

const rtp = (type: number, source: number, payload: Buffer) => {
  const packet = Buffer.concat([Buffer.alloc(HEADER_BYTES), payload]);
  packet[0] = 0x80;
  packet.writeUInt32BE(source, 8);
  let sequence = 0;
  let timestamp = 0;
  return (isLast: boolean, step: number): Buffer => {
    packet[1] = type | (isLast ? 0x80 : 0);
    packet.writeUInt16BE(sequence, 2);
    packet.writeUInt32BE(timestamp, 4);
    sequence = (sequence + 1) & 0xff_ff;
    if (isLast) timestamp = (timestamp + step) >>> 0;
    return packet;
  };
};

/** Keeps the rate even where timers come late. */
const every = (ms: number, act: () => void): (() => void) => {
  const startMs = performance.now();
  let done = 0;
  const timer = setInterval(
    () => {
      for (; done * ms < performance.now() - startMs; done += 1) act();
    },
    Math.min(ms, 10),
  );
  return () => clearInterval(timer);
};

const sendOn = (track: nd.Track | undefined, packet: Buffer): void => {
  if (track?.isOpen()) track.sendMessageBinary(packet);
};

const startSending = ({ tracks: [audio, video] }: Peer): (() => void) => {
  const frame = rtp(VIDEO_TYPE, 2, Buffer.alloc(VIDEO_BYTES, DELTA_UNIT));
  const sound = rtp(AUDIO_TYPE, 1, Buffer.alloc(SOUND_BYTES, 1));
  const stops = [
    every(FRAME_MS, () => {
      for (let packet = 1; packet <= FRAME_PACKETS; packet += 1)
        sendOn(video, frame(packet === FRAME_PACKETS, 90 * FRAME_MS));
    }),
    every(SOUND_MS, () => sendOn(audio, sound(true, 48 * SOUND_MS))),
  ];
  return () => stops.forEach((stop) => stop());
};

const isMedia = (packet: Buffer): boolean => {
  // RTCP has the types 64 to 95 in this place (RFC 5761).
  const type = (packet[1] ?? 0) & 0x7f;
  return type < 64 || type > 95;
};

const receive = (track: nd.Track): nd.Track => {
  // It sends the receiver reports that browsers send.
  track.setMediaHandler(new nd.RtcpReceivingSession());
  track.onMessage((packet) => {
    if (isMedia(packet)) bytes += packet.length;
  });
  return track;
};

const addMedia = (connection: nd.PeerConnection, role: 'publisher' | 'viewer'): nd.Track[] => {
  const direction = role === 'publisher' ? 'SendOnly' : 'RecvOnly';
  const [audio, video] = [new nd.Audio('0', direction), new nd.Video('1', direction)];
  audio.addOpusCodec(AUDIO_TYPE, OPUS);
  video.addH264Codec(VIDEO_TYPE, H264);
  if (role === 'publisher') {
    audio.addSSRC(1, 'bench', 'bench', 'audio');
    video.addSSRC(2, 'bench', 'bench', 'video');
  }
  const tracks = [connection.addTrack(audio), connection.addTrack(video)];
  return role === 'viewer' ? tracks.map(receive) : tracks;
};

const describe = async ({
  peer,
  role,
  offer,
}: PeersRequest & { act: 'describe' }): Promise<string> => {
  const connection = new nd.PeerConnection(peer, {
    iceServers: [],
    disableAutoNegotiation: true,
    forceMediaTransport: true,
  });
  const one: Peer = { connection, tracks: [], stop: () => {} };
  peers.set(peer, one);
  if (offer === undefined) {
    one.tracks = addMedia(connection, role);
    connection.setLocalDescription('offer');
  } else {
    connection.onTrack((track) => void one.tracks.push(receive(track)));
    connection.setRemoteDescription(offer, 'offer');
    connection.setLocalDescription('answer');
  }
  return described(peer, connection);
};

const carryOut = async (request: PeersRequest): Promise<Omit<PeersReply, 'id'>> => {
  if (request.act === 'describe') return { sdp: await describe(request) };
  if (request.act === 'accept')
    peers.get(request.peer)?.connection.setRemoteDescription(request.answer, 'answer');
  if (request.act === 'send') for (const one of peers.values()) one.stop = startSending(one);
  if (request.act === 'close') {
    for (const one of peers.values()) {
      one.stop();
      one.connection.close();
    }
    peers.clear();
  }
  const states = [...peers.values()].map(({ connection }) => connection.state());
  return { connected: states.filter((state) => state === 'connected').length, bytes };
};

process.on('message', async ({ id, ...request }: PeersRequest & { id: number }) => {
  process.send?.({ id, ...(await carryOut(request)) } satisfies PeersReply);
});

// Its connections would keep it running.
process.on('disconnect', () => process.exit());
