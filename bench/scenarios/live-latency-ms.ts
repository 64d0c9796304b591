// Glass to glass on the loopback: from the drawing of a frame in one page of Chromium to its
// showing in another one, over the embedded engine.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../api/platform/clock/system.ts';
import { embeddedOn } from '../../api/testing/live/engines.ts';
import { type Figure, figureOf, median } from '../figure.ts';
import { openLiveStage } from '../live-browser.ts';

const ROUNDS = 5;
const SECONDS = 4;

export const run = async (): Promise<Figure[]> => {
  const home = await mkdtemp(join(tmpdir(), 'camarim-bench-live-'));
  const live = embeddedOn(home, { clock: systemClock });
  try {
    const stage = await openLiveStage(live, 'h264', { source: 'clock' });
    const { page } = await stage.watch();
    await stage.latenciesOf(page, SECONDS);
    const rounds: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push(median(await stage.latenciesOf(page, SECONDS)));
    await stage.close();
    return [
      figureOf(
        'live-latency-ms',
        'ms',
        rounds,
        `from the drawing of a counter into a canvas of 640x480 at 20 frames per second to its showing in a second page, H264 over the embedded engine on the loopback; median of ${ROUNDS} medians of ${SECONDS} s`,
      ),
    ];
  } finally {
    await live.close();
    await rm(home, { recursive: true, force: true });
  }
};
