// Two pages of a real Chromium at an engine of live video: one publishes the browser's artificial
// camera, others watch. The signalling is a plain HTTP server, so that only the engine is measured.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MINUTE_MS } from '@camarim/contract/time';
import { chromium, type Page } from '@playwright/test';
import type { LiveEngine, LiveRole, LiveRoom } from '../api/platform/live/port.ts';
import { chromiumLaunch, findChromium } from '../tools/chromium.mjs';
import { CLOCK_SCRIPT } from './live-clock.ts';

/**
 * Runs in the page: a client of WHIP and WHEP that sends its offer without waiting for candidates.
 */
export const CLIENT = `<!doctype html><video id="video" autoplay muted playsinline></video><script>
${CLOCK_SCRIPT}
const exchange = async (connection, path) => {
  await connection.setLocalDescription();
  const response = await fetch(path, { method: 'POST', body: connection.localDescription.sdp });
  const sdp = await response.text();
  if (!response.ok) throw new Error(sdp);
  await connection.setRemoteDescription({ type: 'answer', sdp });
  return sdp;
};
const publish = async (codec, maxBitrate, source, path = '/publisher') => {
  const stream = source === 'clock' ? clockStream() : await navigator.mediaDevices.getUserMedia({
    audio: true, video: { width: 640, height: 480, frameRate: 20 } });
  const connection = window.connection = new RTCPeerConnection({ bundlePolicy: 'max-bundle' });
  for (const track of stream.getTracks()) {
    const transceiver = connection.addTransceiver(track, { direction: 'sendonly',
      sendEncodings: track.kind === 'video' ? [{ maxBitrate }] : undefined });
    if (track.kind === 'video') transceiver.setCodecPreferences(
      RTCRtpSender.getCapabilities('video').codecs.filter(({ mimeType, sdpFmtpLine = '' }) =>
        mimeType.toLowerCase() === 'video/' + codec &&
        (codec !== 'h264' || /packetization-mode=1.*42e0/.test(sdpFmtpLine))));
  }
  return exchange(connection, path);
};
const watch = async () => {
  const pressed = performance.now();
  const connection = window.connection = new RTCPeerConnection({ bundlePolicy: 'max-bundle' });
  const stream = new MediaStream();
  connection.addTransceiver('audio', { direction: 'recvonly' });
  connection.addTransceiver('video', { direction: 'recvonly' });
  connection.ontrack = ({ track }) => { stream.addTrack(track); video.srcObject = stream; };
  const first = new Promise((resolve) =>
    video.requestVideoFrameCallback(() => resolve(performance.now() - pressed)));
  const answer = await exchange(connection, '/viewer');
  return { answer, firstFrameMs: await first };
};
const inbound = async () => {
  for (const one of (await connection.getStats()).values())
    if (one.type === 'inbound-rtp' && one.kind === 'video')
      return { frames: one.framesDecoded, bytes: one.bytesReceived, lost: one.packetsLost,
        width: one.frameWidth, codec: one.decoderImplementation };
};
</script>`;

/** The browser's artificial camera, or a picture with the time in it. */
type LiveSource = 'camera' | 'clock';

type Inbound = { frames: number; bytes: number; lost: number; width: number };
declare const publish: (codec: string, maxBitrate: number, source: LiveSource) => Promise<string>;
declare const latencies: (video: HTMLVideoElement, seconds: number) => Promise<number[]>;
declare const video: HTMLVideoElement;
declare const watch: () => Promise<{ answer: string; firstFrameMs: number }>;
declare const inbound: () => Promise<Inbound | undefined>;

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
};

const serve = async (live: LiveEngine, room: string) => {
  const server = createServer((request, response) => {
    const role = request.url?.slice(1) as LiveRole;
    if (request.method === 'GET')
      return void response.setHeader('content-type', 'text/html').end(CLIENT);
    const issuedAt = new Date();
    void bodyOf(request)
      .then((sdp) =>
        live.offer(
          {
            room,
            role,
            peer: randomUUID(),
            user: role,
            issuedAt,
            expiresAt: new Date(issuedAt.getTime() + MINUTE_MS),
          },
          sdp,
        ),
      )
      .then(
        (answer) => response.end(answer),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { server, url: `http://localhost:${(server.address() as AddressInfo).port}` };
};

export type LiveStage = {
  /** A new page that watches, and how long its first frame took from the press. */
  watch(): Promise<{ page: Page; firstFrameMs: number; answer: string }>;
  statsOf(page: Page): Promise<Inbound>;
  /** The delay of each frame during these seconds, from its drawing to its display. */
  latenciesOf(page: Page, seconds: number): Promise<number[]>;
  publisherAnswer: string;
  close(): Promise<void>;
};

/** Chromium with an artificial camera and microphone, whose pages all run at full speed. */
export const openCameraBrowser = async () => {
  const { args, ...launch } = chromiumLaunch(findChromium());
  const browser = await chromium.launch({
    ...launch,
    args: [
      ...args,
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      '--autoplay-policy=no-user-gesture-required',
      '--disable-background-timer-throttling',
      '--disable-renderer-backgrounding',
      '--disable-backgrounding-occluded-windows',
    ],
  });
  const context = await browser.newContext({ permissions: ['camera', 'microphone'] });
  return { browser, context };
};

/** A room with a publisher of 640x480 at 20 frames per second. */
export const openLiveStage = async (
  live: LiveEngine,
  codec: LiveRoom['codec'],
  { source = 'camera' }: { source?: LiveSource } = {},
): Promise<LiveStage> => {
  const room = randomUUID();
  await live.createRoom({
    room,
    publisher: 'publisher',
    viewers: null,
    codec,
    maxBitrateKbps: 2_500,
    maxViewers: 50,
  });
  const { server, url } = await serve(live, room);
  const { browser, context } = await openCameraBrowser();
  const open = async (): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(url);
    return page;
  };
  const publisherAnswer = await (
    await open()
  ).evaluate(([name, rate, from]) => publish(name, rate, from), [
    codec,
    1_500_000,
    source,
  ] as const);
  const statsOf = async (page: Page): Promise<Inbound> => {
    const stats = await page.evaluate(() => inbound());
    if (!stats) throw new Error('the page receives no picture');
    return stats;
  };
  return {
    publisherAnswer,
    statsOf,
    latenciesOf: (page, seconds) => page.evaluate((length) => latencies(video, length), seconds),
    watch: async () => {
      const page = await open();
      return { page, ...(await page.evaluate(() => watch())) };
    },
    close: async () => {
      await browser.close();
      await live.endRoom(room, 'measured');
      server.close();
    },
  };
};
