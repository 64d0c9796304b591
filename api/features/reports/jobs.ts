// Reminds administrators of reports that are nearly due, and of those that are late.
import type { Ctx } from '../../context.ts';
import { remindDue } from './remind.ts';
import { lockOpenReports, setReminders } from './store.ts';

declare module '../../platform/jobs/port.ts' {
  interface JobPayloads {
    'reports.remind': Record<never, never>;
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
};
