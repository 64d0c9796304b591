// The nightly deletion of what was kept of removed accounts until its time was over.
import type { Ctx } from '../../../context.ts';
import type { Services } from '../../../feature.ts';
import { listLapsing, recordLapse } from './lapse-store.ts';

const DAY_MS = 86_400_000;
const BATCH = 200;

/** May run twice. Data under a legal hold waits for its release. */
export const eraseLapsed = async (
  { db, clock }: Ctx,
  { lapsing }: Services['personalData'],
): Promise<void> => {
  for (const { kind, days, erase } of lapsing) {
    const removedBefore = new Date(clock.now().getTime() - days * DAY_MS);
    for (;;) {
      const due = await listLapsing(db, kind, removedBefore, BATCH);
      if (due.length === 0) break;
      for (const profileId of due) {
        await erase(profileId);
        await recordLapse(db, profileId, kind, clock.now());
      }
    }
  }
};
