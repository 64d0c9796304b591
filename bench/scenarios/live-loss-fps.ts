// Frames per second that a viewer sees when each direction of both connections loses 3 % of its packets.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../api/platform/clock/system.ts';
import { embeddedOn } from '../../api/testing/live/engines.ts';
import { type Figure, figureOf } from '../figure.ts';
import { openLiveStage } from '../live-browser.ts';

const ROUNDS = 3;
const SECONDS = 10;
const LOST = 0.03;
/** The publisher's rate and the receivers' buffers have settled by then. */
const SETTLE_MS = 4_000;

export const run = async (): Promise<Figure[]> => {
  const home = await mkdtemp(join(tmpdir(), 'camarim-bench-live-'));
  const live = embeddedOn(home, { clock: systemClock });
  const figures: Figure[] = [];
  try {
    for (const codec of ['h264', 'vp8'] as const) {
      const stage = await openLiveStage(live, codec, { lost: LOST });
      const { page } = await stage.watch();
      await sleep(SETTLE_MS);
      const rates: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const before = await stage.statsOf(page);
        await sleep(SECONDS * 1_000);
        rates.push(((await stage.statsOf(page)).frames - before.frames) / SECONDS);
      }
      await stage.close();
      figures.push(
        figureOf(
          codec === 'h264' ? 'live-loss-fps' : 'live-loss-fps-vp8',
          'fps',
          rates,
          `of 20, ${codec}: 3 % of the media packets of publisher and viewer are lost in both directions by a UDP relay; Chromium's artificial camera of 640x480, embedded engine, ${ROUNDS} rounds of ${SECONDS} s`,
        ),
      );
    }
    return figures;
  } finally {
    await live.close();
    await rm(home, { recursive: true, force: true });
  }
};
