// A viewer whose network is too slow for the picture keeps the sound, and no other one loses
// anything: real packets through a relay that lets a part of them through.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { engineSuite, PUBLISHER } from '../../../testing/live/engine-suite.ts';
import { openEmbedded } from '../../../testing/live/engines.ts';
import {
  isControl,
  type NetworkRelay,
  openNetworkRelay,
  type Passes,
  slowerThan,
} from '../../../testing/live/network-relay.ts';
import {
  publishTo,
  type TestViewer,
  VIEWER_TYPES,
  watchFrom,
} from '../../../testing/live/peers.ts';
import type { LiveEngine } from '../port.ts';

const WITHIN = { timeout: 60_000 };
/** With the sound the publisher sends about 500 kbps. */
const PICTURE_BYTES = 1_000;
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

test('a slow network carries sound and key frames, and the whole picture once it is faster', async () => {
  let passes = slowNetwork();
  const viewer = await watchBehind((...packet) => passes(...packet));
  // All of the picture is tried again in between: one such time is enough.
  await expect
    .poll(async () => {
      const { audio, video } = await shares(viewer, 100);
      return { soundComes: audio >= 0.95, pictureIsReduced: video < 0.1 };
    }, WITHIN)
    .toEqual({ soundComes: true, pictureIsReduced: true });
  passes = all;
  await expect.poll(async () => (await shares(viewer, 50)).video, WITHIN).toBeGreaterThan(0.95);
  expect(healthy.count('video') / healthy.count('audio')).toBeGreaterThan(0.95);
});

test('a viewer who reports nothing gets all of the picture, and a slow network loses sound, too', async () => {
  const slow = slowNetwork();
  const viewer = await watchBehind(
    (direction, packet) => (direction === 'down' || !isControl(packet)) && slow(direction, packet),
  );
  const { audio } = await shares(viewer, 100);
  expect(audio).toBeLessThan(0.8);
});
