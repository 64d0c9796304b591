// The nightly deletion of what was kept of removed accounts until its time was over.
import { DAY_MS } from '@camarim/contract/time';
import type { Ctx } from '../../../context.ts';
import type { Services } from '../../../feature.ts';
import { drainDue } from '../../../platform/failing-items/drain-due.ts';
import { listLapsing, recordLapse } from './lapse-store.ts';

const BATCH = 200;

/**
 * May run twice. Data under a legal hold waits for its release; an account that fails keeps no
 * other.
 */
export const eraseLapsed = async (
  ctx: Ctx,
  { lapsing }: Services['personalData'],
  signal?: AbortSignal,
): Promise<void> => {
  for (const { kind, days, erase } of lapsing) {
    const job = `auth.lapse ${kind}`;
    await drainDue(
      ctx,
      {
        job,
        batch: BATCH,
        take: (now) =>
          listLapsing(ctx.db, {
            kind,
            job,
            now,
            removedBefore: new Date(now.getTime() - days * DAY_MS),
            limit: BATCH,
          }),
        idOf: (profileId) => profileId,
        signal,
      },
      async (profileId) => {
        await erase(profileId);
        await recordLapse(ctx.db, profileId, kind, ctx.clock.now());
      },
    );
  }
};
