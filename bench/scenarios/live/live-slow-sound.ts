// How much of the sound comes through a network that is too slow for the picture, from the first
// second on: attempts to send all of the picture again are in it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { systemClock } from '../../../api/platform/clock/system.ts';
import type { LiveEngine } from '../../../api/platform/live/port.ts';
import { embeddedOn } from '../../../api/testing/live/engines.ts';
import {
  isControl,
  openNetworkRelay,
  type Passes,
  slowerThan,
} from '../../../api/testing/live/network-relay.ts';
import { type Figure, figureOf } from '../../figure.ts';
import { openLiveStage } from '../../live-browser.ts';

const NETWORK_KBPS = 300;
/** The payload type of Opus in offers of Chromium. */
const SOUND_TYPE = 111;
/** The publisher's rate has risen by then. */
const WARM_UP_MS = 15_000;
const ROUNDS = 3;
const ROUND_MS = 60_000;
/** A viewer without reports is lost after six seconds. */
const CONTROL_MS = 5_000;

type Stats = { type: string; kind: string; packetsReceived: number; bytesReceived: number };
/** A variable of the page. */
declare const connection: { getStats(): Promise<Map<string, Stats>> };
type ReceivedMedia = { sound: number; bytes: number };
const receivedBy = (page: Page): Promise<ReceivedMedia> =>
  page.evaluate(async () => {
    const received = { sound: 0, bytes: 0 };
    for (const one of (await connection.getStats()).values()) {
      if (one.type !== 'inbound-rtp') continue;
      received.bytes += one.bytesReceived;
      if (one.kind === 'audio') received.sound += one.packetsReceived;
    }
    return received;
  });

type Share = { sound: number; healthyKbps: number };

/** The part of the sound that a viewer behind the network gets of what one without it gets. */
const soundBehind = async (live: LiveEngine, passes: Passes, ms: number): Promise<Share> => {
  const relay = openNetworkRelay(passes);
  let isBehind = false;
  const stage = await openLiveStage(
    Object.assign(Object.create(live) as LiveEngine, {
      offer: async (...offer: Parameters<LiveEngine['offer']>) => {
        const answer = await live.offer(...offer);
        return isBehind ? relay.behind(answer) : answer;
      },
    }),
    'h264',
  );
  try {
    const { page: healthy } = await stage.watch();
    await sleep(WARM_UP_MS);
    isBehind = true;
    const { page: slow } = await stage.watch();
    const before = [await receivedBy(slow), await receivedBy(healthy)] as const;
    await sleep(ms);
    const after = [await receivedBy(slow), await receivedBy(healthy)] as const;
    return {
      sound: (100 * (after[0].sound - before[0].sound)) / (after[1].sound - before[1].sound),
      healthyKbps: ((after[1].bytes - before[1].bytes) * 8) / ms,
    };
  } finally {
    await stage.close();
    relay.close();
  }
};

export const run = async (): Promise<Figure[]> => {
  const home = await mkdtemp(join(tmpdir(), 'camarim-bench-live-'));
  const live = embeddedOn(home, { clock: systemClock });
  const network = (): Passes => slowerThan(NETWORK_KBPS, SOUND_TYPE);
  try {
    const adapted: Share[] = [];
    const control: Share[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      adapted.push(await soundBehind(live, network(), ROUND_MS));
      const slow = network();
      const unreported: Passes = (direction, packet) =>
        (direction === 'down' || !isControl(packet)) && slow(direction, packet);
      control.push(await soundBehind(live, unreported, CONTROL_MS));
    }
    const kbps = Math.round(adapted.reduce((sum, one) => sum + one.healthyKbps, 0) / ROUNDS);
    return [
      figureOf(
        'live-slow-sound',
        '%',
        adapted.map(({ sound }) => sound),
        `packets of sound that come to a page of Chromium, of those that come to another page, behind a network that carries ${NETWORK_KBPS} kbps of the show's ${kbps}; H264 over the embedded engine, from the first frame on, attempts to send all of the picture included; median of ${ROUNDS} rounds of ${ROUND_MS / 1_000} s`,
      ),
      figureOf(
        'live-slow-sound without reports',
        '%',
        control.map(({ sound }) => sound),
        `the same behind a network that loses the reports of the viewer, too, so that nothing is adapted; ${CONTROL_MS / 1_000} s`,
      ),
    ];
  } finally {
    await live.close();
    await rm(home, { recursive: true, force: true });
  }
};
