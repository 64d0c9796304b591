// The job of monthly packs.
import type { Ctx } from '../../context.ts';
import type { Services } from '../../feature.ts';
import { buildPack } from './make-pack.ts';

declare module '../../platform/jobs/port.ts' {
  interface JobPayloads {
    'packs.make': { packId: string };
  }
}

export const definePacksJobs = (ctx: Ctx, services: Services): void => {
  // One at a time: it reads much, and an owner waits for it at most.
  ctx.jobs.define(
    'packs.make',
    { retries: 5, backoffSeconds: 60, expireSeconds: 6 * 3_600, concurrency: 1 },
    ({ packId }) => buildPack(ctx, services, packId),
  );
};
