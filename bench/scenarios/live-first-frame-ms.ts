// From the press to the first frame of a live show in Chromium, and how many frames per second
// arrive: the embedded engine with the browser's artificial camera, H264 and VP8.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../api/platform/clock/system.ts';
import { embeddedOn } from '../../api/testing/live/engines.ts';
import { type Figure, figureOf } from '../figure.ts';
import { openLiveStage } from '../live-browser.ts';

const ROUNDS = 10;
const FPS_SECONDS = 5;

export const run = async (): Promise<Figure[]> => {
  const home = await mkdtemp(join(tmpdir(), 'camarim-bench-live-'));
  const live = embeddedOn(home, { clock: systemClock });
  const figures: Figure[] = [];
  try {
    for (const codec of ['h264', 'vp8'] as const) {
      const stage = await openLiveStage(live, codec);
      const firstFrames: number[] = [];
      const rates: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const { page, firstFrameMs } = await stage.watch();
        firstFrames.push(firstFrameMs);
        if (round % 5 === 4) {
          const before = await stage.statsOf(page);
          await sleep(FPS_SECONDS * 1_000);
          rates.push(((await stage.statsOf(page)).frames - before.frames) / FPS_SECONDS);
        }
        await page.close();
      }
      await stage.close();
      const how = `Chromium to Chromium over the embedded engine on the loopback, ${codec}, 640x480 at 20 frames per second`;
      figures.push(
        figureOf(`live-first-frame-ms ${codec}`, 'ms', firstFrames, `${how}; ${ROUNDS} viewers`),
        figureOf(`live-fps ${codec}`, 'frames/s', rates, `${how}; decoded by the viewer`),
      );
    }
    return figures;
  } finally {
    await live.close();
    await rm(home, { recursive: true, force: true });
  }
};
