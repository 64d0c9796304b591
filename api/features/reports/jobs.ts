// Reminds administrators of reports that are nearly due, and of those that are late; the nightly
// deletion of evidence that no appeal needs any more.
import { DAY_MS } from '@camarim/contract/time';
import type { Ctx } from '../../context.ts';
import { remindDue } from './remind.ts';
import { deleteUnneededEvidence, lockOpenReports, setReminders } from './store.ts';

declare module '../../platform/jobs/port.ts' {
  interface JobPayloads {
    'reports.remind': Record<never, never>;
    'reports.sweep': Record<never, never>;
  }
}

export const remindOfReports = (ctx: Ctx): Promise<void> =>
  remindDue(ctx, {
    lock: lockOpenReports,
    setReminders,
    template: 'reportsDue',
    page: '/dsb/reports',
  });

export const defineReportsJobs = (ctx: Ctx): void => {
  ctx.jobs.define(
    'reports.remind',
    { retries: 3, backoffSeconds: 30, expireSeconds: 300, concurrency: 1, cron: '*/10 * * * *' },
    () => remindOfReports(ctx),
  );
  ctx.jobs.define(
    'reports.sweep',
    { retries: 3, backoffSeconds: 60, expireSeconds: 600, concurrency: 1, cron: '50 4 * * *' },
    () =>
      deleteUnneededEvidence(
        ctx.db,
        new Date(ctx.clock.now().getTime() - ctx.config.APPEAL_DAYS * DAY_MS),
      ),
  );
};
