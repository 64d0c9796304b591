// Frames that are shown each second of a camera of 20, when 3 % of the packets are lost between the
// publisher and the engine and between the engine and the viewer, in both directions.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../api/platform/clock/system.ts';
import { embeddedOn } from '../../api/testing/live/engines.ts';
import type { LiveEngine } from '../../api/platform/live/port.ts';
import { type Figure, figureOf } from '../figure.ts';
import { openLiveStage } from '../live-browser.ts';
import { losing, openNetworkRelay } from '../../api/testing/live/network-relay.ts';

const LOSS = 0.03;
const ROUNDS = 4;
const SECONDS = 6;
const WARM_UP_SECONDS = 4;

const framesPerSecond = async (
  live: LiveEngine,
  loss: number,
): Promise<{ rounds: number[]; lost: number }> => {
  const relay = openNetworkRelay(losing(loss));
  const lossy = Object.assign(Object.create(live) as LiveEngine, {
    offer: async (...offer: Parameters<LiveEngine['offer']>) =>
      relay.behind(await live.offer(...offer)),
  });
  const stage = await openLiveStage(lossy, 'h264');
  try {
    const { page } = await stage.watch();
    await sleep(WARM_UP_SECONDS * 1_000);
    const rounds: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const [startMs, { frames }] = [performance.now(), await stage.statsOf(page)];
      await sleep(SECONDS * 1_000);
      const after = await stage.statsOf(page);
      rounds.push((after.frames - frames) / ((performance.now() - startMs) / 1_000));
    }
    return { rounds, lost: relay.counts.lost / (relay.counts.lost + relay.counts.passed) };
  } finally {
    await stage.close();
    relay.close();
  }
};

export const run = async (): Promise<Figure[]> => {
  const home = await mkdtemp(join(tmpdir(), 'camarim-bench-live-'));
  const live = embeddedOn(home, { clock: systemClock });
  try {
    const whole = await framesPerSecond(live, 0);
    const lossy = await framesPerSecond(live, LOSS);
    const how = `frames decoded per second in a second page of Chromium of a camera of 640x480 at 20, H264 over the embedded engine; the packets of both connections go through a relay of UDP, in both directions; median of ${ROUNDS} rounds of ${SECONDS} s`;
    return [
      figureOf(
        'live-loss-fps',
        'fps',
        lossy.rounds,
        `${how}; ${(lossy.lost * 100).toFixed(1)} % of all packets were lost`,
      ),
      figureOf('live-no-loss-fps', 'fps', whole.rounds, 'the same with a relay that loses nothing'),
    ];
  } finally {
    await live.close();
    await rm(home, { recursive: true, force: true });
  }
};
