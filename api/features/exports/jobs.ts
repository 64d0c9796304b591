// Jobs of exports: building archives and deleting expired ones.
import type { Platform } from '../../platform/platform.ts';
import { type ExportSources, buildExport, sweepExports } from './exports.ts';

declare module '../../platform/jobs/port.ts' {
  interface JobPayloads {
    'exports.make': { exportId: string };
    'exports.sweep': Record<never, never>;
  }
}

export const defineExportsJobs = (platform: Platform, sources: ExportSources): void => {
  // One at a time: it reads much, and no user waits for it on a page.
  platform.jobs.define(
    'exports.make',
    { retries: 5, backoffSeconds: 60, expireSeconds: 6 * 3_600, concurrency: 1 },
    ({ exportId }) => buildExport(platform, sources, exportId),
  );
  platform.jobs.define(
    'exports.sweep',
    { retries: 3, backoffSeconds: 60, expireSeconds: 3_600, concurrency: 1, cron: '40 * * * *' },
    () => sweepExports(platform),
  );
};
