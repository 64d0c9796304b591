// The WHIP and WHEP client against a peer connection of the same page: sending, watching, losing
// the connection, refusals and leaving.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Link } from './keep-connected.ts';
import { openAgain } from './open-connections.ts';
import { publish } from './publish.ts';
import { watch } from './watch.ts';

type Refusal = { status: number; code: string };

/**
 * The show of a test: a late request of the test before, which ends its connections, is of another
 * one.
 */
let liveId = 0;
/** The other side of all connections of a test, oldest first. */
let servers: RTCPeerConnection[];
/** Addresses below that of the show. */
let posted: string[];
let deleted: string[];
/** What the next offers get in the place of an answer. */
let refusals: Refusal[];
let stops: (() => void)[];

const picture = (): MediaStream => {
  const canvas = document.createElement('canvas');
  canvas.width = 320;
  canvas.height = 240;
  const context = canvas.getContext('2d');
  let frame = 0;
  const timer = setInterval(() => {
    if (!context) return;
    context.fillStyle = `hsl(${(frame += 7)} 80% 50%)`;
    context.fillRect(0, 0, 320, 240);
  }, 50);
  stops.push(() => clearInterval(timer));
  const audio = new AudioContext();
  const tone = audio.createOscillator();
  const out = audio.createMediaStreamDestination();
  tone.connect(out);
  tone.start();
  stops.push(() => void audio.close());
  return new MediaStream([
    ...canvas.captureStream(20).getVideoTracks(),
    ...out.stream.getAudioTracks(),
  ]);
};

const gathered = (pc: RTCPeerConnection): Promise<void> =>
  new Promise((resolve) => {
    if (pc.iceGatheringState === 'complete') resolve();
    pc.addEventListener('icegatheringstatechange', () => {
      if (pc.iceGatheringState === 'complete') resolve();
    });
  });

const answer = async (sdp: string, source: MediaStream | null): Promise<string> => {
  const pc = new RTCPeerConnection();
  servers.push(pc);
  await pc.setRemoteDescription({ type: 'offer', sdp });
  if (source)
    for (const track of source.getTracks()) {
      const transceiver = pc
        .getTransceivers()
        .find(({ receiver }) => receiver.track.kind === track.kind);
      if (!transceiver) continue;
      transceiver.direction = 'sendonly';
      await transceiver.sender.replaceTrack(track);
    }
  await pc.setLocalDescription();
  await gathered(pc);
  return pc.localDescription?.sdp ?? '';
};

beforeEach(() => {
  liveId += 1;
  const show = `/api/lives/${liveId}/`;
  servers = [];
  posted = [];
  deleted = [];
  refusals = [];
  stops = [];
  const real = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const address = String(input);
    if (!address.startsWith('/api/lives/')) return real(input, init);
    if (!address.startsWith(show))
      return Response.json({ success: false, code: 'live.notFound' }, { status: 404 });
    if (init?.method === 'DELETE') {
      deleted.push(address.slice(show.length));
      return new Response(null, { status: 200 });
    }
    posted.push(address.slice(show.length));
    const refusal = refusals.shift();
    if (refusal)
      return Response.json(
        { success: false, code: refusal.code, message: refusal.code },
        { status: refusal.status },
      );
    const sdp = await answer(String(init?.body), address.endsWith('/whep') ? picture() : null);
    return new Response(sdp, {
      status: 201,
      headers: { location: `${address}/${servers.length}` },
    });
  });
});

afterEach(() => {
  for (const stop of stops) stop();
  for (const pc of servers) pc.close();
  vi.restoreAllMocks();
});

const following = () => {
  const links: Link[] = [];
  return { links, onLink: (link: Link) => void links.push(link) };
};

const startPublishing = (stream: MediaStream) => {
  const { links, onLink } = following();
  const publishing = publish({
    liveId: String(liveId),
    stream,
    iceServers: async () => [],
    onLink,
    onQuality: () => undefined,
  });
  stops.push(publishing.stop);
  return { links, publishing };
};

const startWatching = () => {
  const { links, onLink } = following();
  const streams: MediaStream[] = [];
  const watching = watch({
    liveId: String(liveId),
    iceServers: async () => [],
    onStream: (stream) => void streams.push(stream),
    onLink,
  });
  stops.push(watching.stop);
  return { links, streams, watching };
};

const framesOf = async (pc: RTCPeerConnection | undefined): Promise<number> => {
  let frames = 0;
  for (const stats of (await pc?.getStats())?.values() ?? [])
    if (stats.type === 'inbound-rtp' && stats.kind === 'video') frames += stats.framesDecoded ?? 0;
  return frames;
};

test('a publisher sends picture and sound, keeps the connection when the camera changes, and ends it', async () => {
  const { links, publishing } = startPublishing(picture());
  await expect.poll(() => links.at(-1)).toBe('connected');
  await expect.poll(() => framesOf(servers[0])).toBeGreaterThan(3);
  const [camera] = picture().getVideoTracks();
  await publishing.replace(camera as MediaStreamTrack);
  const before = await framesOf(servers[0]);
  await expect.poll(() => framesOf(servers[0])).toBeGreaterThan(before + 3);
  publishing.stop();
  await expect.poll(() => deleted).toEqual(['whip/1']);
  expect(posted).toEqual(['whip']);
});

test('sound has the higher priority, so that a slow network costs picture first', async () => {
  const open = vi.spyOn(RTCRtpSender.prototype, 'setParameters');
  const { links } = startPublishing(picture());
  await expect.poll(() => links.at(-1)).toBe('connected');
  const priorities = open.mock.calls.map(([{ encodings }]) => encodings[0]);
  expect(priorities.map((one) => one?.priority).toSorted()).toEqual(['high', 'low']);
  expect(priorities.find((one) => one?.priority === 'low')?.maxBitrate).toBe(1_200_000);
});

test('what the network carries is applied to the picture that is sent, down at once and up slowly', async () => {
  const changes = vi.spyOn(RTCRtpSender.prototype, 'setParameters');
  // What the browser measures of the network; a hundred packets more each time.
  let lossFraction = 0;
  let [sent, lost] = [0, 0];
  vi.spyOn(RTCPeerConnection.prototype, 'getStats').mockImplementation(async () => {
    sent += 100;
    lost += 100 * lossFraction;
    return new Map<string, object>([
      ['out', { packetsSent: sent }],
      ['in', { type: 'remote-inbound-rtp', kind: 'video', localId: 'out', packetsLost: lost }],
    ]) as unknown as RTCStatsReport;
  });
  const qualities: string[] = [];
  const publishing = publish({
    liveId: String(liveId),
    stream: picture(),
    iceServers: async () => [],
    onLink: () => undefined,
    onQuality: (quality) => void qualities.push(quality),
  });
  stops.push(publishing.stop);
  /** Settings of the picture that the browser has now. */
  const now = () =>
    [...new Set(changes.mock.contexts as RTCRtpSender[])]
      .map((sender) => sender.getParameters().encodings[0])
      .find((encoding) => encoding?.maxBitrate !== undefined);
  await expect.poll(() => now()?.maxBitrate).toBe(1_200_000);
  lossFraction = 0.2;
  await expect.poll(() => now()?.maxBitrate).toBe(588_000);
  lossFraction = 0;
  // Few bits show a clear picture only of a smaller size.
  expect(now()).toMatchObject({ priority: 'low', scaleResolutionDownBy: 2 });
  await expect.poll(() => now()?.maxBitrate).toBe(706_000);
  expect(now()).toMatchObject({ priority: 'low', scaleResolutionDownBy: 1 });
  expect(qualities.filter((quality, at) => quality !== qualities[at - 1])).toEqual([
    'poor',
    'fair',
  ]);
  // Sound is never reduced.
  const sound = changes.mock.calls.filter(([{ encodings }]) => encodings[0]?.priority === 'high');
  expect(sound.map(([{ encodings }]) => encodings[0]?.maxBitrate)).toEqual([undefined]);
});

test('a watcher gets picture and sound, and a picture that stands still is opened again', async () => {
  const { links, streams } = startWatching();
  await expect.poll(() => links.at(-1)).toBe('connected');
  expect(streams[0]?.getTracks().map(({ kind }) => kind)).toEqual(['audio', 'video']);
  servers[0]?.close();
  await expect.poll(() => posted.length).toBe(2);
  await expect.poll(() => links.at(-1)).toBe('connected');
  expect(deleted[0]).toBe('whep/1');
});

test('a show that is not on air yet is asked for again, and a refusal is final', async () => {
  refusals = [{ status: 409, code: 'live.notOnAir' }];
  const { links, watching } = startWatching();
  await expect.poll(() => links.at(-1)).toBe('connected');
  expect(posted).toHaveLength(2);
  watching.stop();
  refusals = [{ status: 403, code: 'live.refused' }];
  const refused = startWatching();
  await expect.poll(() => refused.links.at(-1)).toBe('refused');
  refusals = [{ status: 404, code: 'live.notFound' }];
  const ended = startWatching();
  await expect.poll(() => ended.links.at(-1)).toBe('ended');
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(posted).toHaveLength(4);
});

test('connections to a show that the engine has lost are opened again, and those to other shows stay', async () => {
  const publisher = startPublishing(picture());
  const watcher = startWatching();
  const areConnected = () => [publisher, watcher].map(({ links }) => links.at(-1));
  await expect.poll(areConnected).toEqual(['connected', 'connected']);
  openAgain('another show');
  openAgain(String(liveId));
  await expect.poll(() => posted.length).toBe(4);
  await expect.poll(areConnected).toEqual(['connected', 'connected']);
  expect(posted.toSorted()).toEqual(['whep', 'whep', 'whip', 'whip']);
  watcher.watching.stop();
  openAgain(String(liveId));
  await expect.poll(() => posted.length).toBe(5);
  expect(posted.at(-1)).toBe('whip');
});

test('leaving the page ends the connection on the server', async () => {
  const { links } = startWatching();
  await expect.poll(() => links.at(-1)).toBe('connected');
  window.dispatchEvent(new PageTransitionEvent('pagehide'));
  expect(deleted).toEqual(['whep/1']);
});
