// A viewer whose network is too slow for the picture keeps the sound, and no other one loses
// anything: real packets through a relay that lets a part of them through.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { engineSuite, PUBLISHER } from '../../../../testing/live/engine-suite.ts';
import { openEmbedded } from '../../../../testing/live/engines.ts';
import {
  isControl,
  isRtp,
  type NetworkRelay,
  openNetworkRelay,
  type Passes,
  slowerThan,
} from '../../../../testing/live/network-relay.ts';
import {
  publishTo,
  type TestViewer,
  VIEWER_TYPES,
  watchFrom,
} from '../../../../testing/live/peers.ts';
import type { LiveEngine } from '../../port.ts';

const WITHIN = { timeout: 60_000 };
/** With the sound the publisher sends about 500 kbps. */
const PICTURE_BYTES = 1_000;
/** The type of RTCP (RFC 3550, section 6.4.1). */
const SENDER_REPORT = 200;
const slowNetwork = (): Passes => slowerThan(200, VIEWER_TYPES.audio);
const all: Passes = () => true;

let live: LiveEngine;
const { keep, createRoom, grant } = engineSuite(openEmbedded, (opened) => {
  ({ live } = opened);
});
const relays: NetworkRelay[] = [];
let room: string;
/** Without any loss, to compare with. */
let healthy: TestViewer;
beforeEach(async () => {
  room = await createRoom();
  keep(
    await publishTo((sdp) => live.offer(grant(room, 'publisher', PUBLISHER), sdp), {
      pictureBytes: PICTURE_BYTES,
    }),
  );
  healthy = keep(await watchFrom((sdp) => live.offer(grant(room, 'viewer', 'malu'), sdp)));
});
afterEach(() => relays.splice(0).forEach((relay) => relay.close()));

const watchBehind = async (passes: Passes): Promise<TestViewer> => {
  const relay = openNetworkRelay(passes);
  relays.push(relay);
  return keep(
    await watchFrom(async (sdp) =>
      relay.behind(await live.offer(grant(room, 'viewer', 'davi'), sdp)),
    ),
  );
};

/** The part that came of what the healthy viewer got, while that one got so many packets more. */
const shares = async (viewer: TestViewer, packets: number) => {
  const counts = (one: TestViewer) => ({ audio: one.count('audio'), video: one.count('video') });
  const [before, reference] = [counts(viewer), counts(healthy)];
  await expect
    .poll(() => healthy.count('audio'), WITHIN)
    .toBeGreaterThan(reference.audio + packets);
  const [after, complete] = [counts(viewer), counts(healthy)];
  const share = (kind: 'audio' | 'video'): number =>
    (after[kind] - before[kind]) / (complete[kind] - reference[kind]);
  return { audio: share('audio'), video: share('video') };
};

/** Counts the reports of the sender through which a browser knows the time of the picture. */
const countPictureReports = () => {
  let picture = -1;
  let reports = 0;
  return {
    count: () => reports,
    see(packet: Buffer): void {
      if (isRtp(packet, VIEWER_TYPES.video)) picture = packet.readUInt32BE(8);
      if (packet[1] === SENDER_REPORT && packet.readUInt32BE(4) === picture) reports += 1;
    },
  };
};

test('a slow network carries sound and key frames, and the whole picture once it is faster', async () => {
  let passes = slowNetwork();
  const reports = countPictureReports();
  const viewer = await watchBehind((direction, packet) => {
    if (direction === 'down') reports.see(packet);
    return passes(direction, packet);
  });
  // All of the picture is tried again in between: one such time is enough.
  await expect
    .poll(async () => {
      const before = reports.count();
      // Five seconds of sound: a key frame begins in them.
      const { audio, video } = await shares(viewer, 250);
      return {
        soundComes: audio >= 0.95,
        keyframesCome: video > 0,
        pictureIsReduced: video < 0.1,
        // Key frames are sent late: a report would tell a wrong time.
        pictureTellsTime: reports.count() > before,
      };
    }, WITHIN)
    .toEqual({
      soundComes: true,
      keyframesCome: true,
      pictureIsReduced: true,
      pictureTellsTime: false,
    });
  const whileReduced = reports.count();
  passes = all;
  await expect.poll(async () => (await shares(viewer, 50)).video, WITHIN).toBeGreaterThan(0.95);
  await expect.poll(() => reports.count(), WITHIN).toBeGreaterThan(whileReduced);
  expect(healthy.count('video') / healthy.count('audio')).toBeGreaterThan(0.95);
});

test('what the network loses comes again, also of a picture with numbers of its own', async () => {
  const lost = new Set<number>();
  let passes = all;
  const viewer = await watchBehind((direction, packet) => {
    if (direction === 'down' && isRtp(packet, VIEWER_TYPES.video)) {
      const number = packet.readUInt16BE(2);
      if (number % 50 === 0 && !lost.has(number)) {
        lost.add(number);
        return false;
      }
    }
    return passes(direction, packet);
  });
  const cameAgain = async (): Promise<void> => {
    const before = new Set(lost);
    await expect.poll(() => lost.size, WITHIN).toBeGreaterThan(before.size + 2);
    const asked = [...lost].filter((number) => !before.has(number));
    await expect
      .poll(
        () => viewer.packets.filter(({ kind }) => kind === 'video').map(({ sequence }) => sequence),
        WITHIN,
      )
      .toEqual(expect.arrayContaining(asked));
  };
  await cameAgain();
  passes = slowNetwork();
  await expect.poll(async () => (await shares(viewer, 100)).video, WITHIN).toBeLessThan(0.1);
  passes = all;
  await expect.poll(async () => (await shares(viewer, 50)).video, WITHIN).toBeGreaterThan(0.9);
  await cameAgain();
});

test('once the picture is muted, nothing of it that was sent before comes again', async () => {
  const sent = new Map<number, number>();
  const viewer = await watchBehind((direction, packet) => {
    if (direction === 'down' && isRtp(packet, VIEWER_TYPES.video)) {
      const number = packet.readUInt16BE(2);
      sent.set(number, (sent.get(number) ?? 0) + 1);
    }
    return true;
  });
  const askForNewest = async (): Promise<() => boolean> => {
    const number = [...sent.keys()].at(-1) ?? 0;
    const before = sent.get(number) ?? 0;
    await viewer.askFor([number]);
    return () => (sent.get(number) ?? 0) > before;
  };
  await expect.poll(() => viewer.count('video'), WITHIN).toBeGreaterThan(20);
  await expect.poll(await askForNewest(), WITHIN).toBe(true);
  await live.mute(room, 'video', true);
  const comesAgain = await askForNewest();
  const sound = viewer.count('audio');
  await expect.poll(() => viewer.count('audio'), WITHIN).toBeGreaterThan(sound + 25);
  expect(comesAgain()).toBe(false);
});

test('a viewer who reports nothing gets all of the picture, and a slow network loses sound, too', async () => {
  const slow = slowNetwork();
  const viewer = await watchBehind(
    (direction, packet) => (direction === 'down' || !isControl(packet)) && slow(direction, packet),
  );
  const { audio } = await shares(viewer, 100);
  expect(audio).toBeLessThan(0.8);
});
