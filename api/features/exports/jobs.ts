// Background work of archives: making them, and letting them go.
import type { Platform } from '../../platform/platform.ts';
import { type ExportSources, makeExport, sweepExports } from './exports.ts';

declare module '../../platform/jobs/port.ts' {
  interface JobPayloads {
    'exports.make': { exportId: string };
    'exports.sweep': Record<never, never>;
  }
}

export const defineExportsJobs = (platform: Platform, sources: ExportSources): void => {
  // One at a time: it reads much, and nobody waits at the screen.
  platform.jobs.define(
    'exports.make',
    { retries: 5, backoffSeconds: 60, expireSeconds: 6 * 3_600, concurrency: 1 },
    ({ exportId }) => makeExport(platform, sources, exportId),
  );
  platform.jobs.define(
    'exports.sweep',
    { retries: 3, backoffSeconds: 60, expireSeconds: 3_600, concurrency: 1, cron: '40 * * * *' },
    () => sweepExports(platform),
  );
};
