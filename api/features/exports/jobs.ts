// Jobs of exports: building archives and deleting expired ones.
import type { Ctx } from '../../context.ts';
import type { Services } from '../../feature.ts';
import { buildExport, sweepExports } from './exports.ts';

declare module '../../platform/jobs/port.ts' {
  interface JobPayloads {
    'exports.make': { exportId: string };
    'exports.sweep': Record<never, never>;
  }
}

export const defineExportsJobs = (
  ctx: Ctx,
  { personalData }: Pick<Services, 'personalData'>,
): void => {
  // One at a time: it reads much, and no user waits for it on a page.
  ctx.jobs.define(
    'exports.make',
    { retries: 5, backoffSeconds: 60, expireSeconds: 6 * 3_600, concurrency: 1 },
    ({ exportId }) => buildExport(ctx, personalData, exportId),
  );
  ctx.jobs.define(
    'exports.sweep',
    { retries: 3, backoffSeconds: 60, expireSeconds: 3_600, concurrency: 1, cron: '40 * * * *' },
    () => sweepExports(ctx),
  );
};
