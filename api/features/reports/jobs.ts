// Reminds administrators of reports that are nearly due, and of those that are late; the nightly
// deletion of evidence that no appeal needs any more, and of the addresses of visitors.
import { DAY_MS } from '@camarim/contract/time';
import type { Ctx } from '../../context.ts';
import { remindDue } from './remind.ts';
import { deleteUnneededEvidence, lockOpenReports, setReminders } from './store.ts';
import { DISMISSED_DAYS } from './trust.ts';
import { deleteAddressKeys } from './trust-store.ts';

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
    async () => {
      const before = (days: number) => new Date(ctx.clock.now().getTime() - days * DAY_MS);
      await deleteUnneededEvidence(ctx.db, before(ctx.config.APPEAL_DAYS));
      await deleteAddressKeys(ctx.db, before(DISMISSED_DAYS));
    },
  );
};
