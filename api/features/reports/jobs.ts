// Reminds administrators of reports that are nearly due, and of those that are late.
import { transaction } from '../../platform/database/transaction.ts';
import type { Ctx } from '../../context.ts';
import { remind } from './notify.ts';
import { remindersDue } from './rules.ts';
import { lockOpenReports, setReminders } from './store.ts';

declare module '../../platform/jobs/port.ts' {
  interface JobPayloads {
    'reports.remind': Record<never, never>;
  }
}

/** One email for all reports that need a reminder now; each report has two at most. */
export const remindOfReports = async (ctx: Ctx): Promise<void> => {
  const now = ctx.clock.now();
  await transaction(ctx.db, async (tx) => {
    const open = await lockOpenReports(tx);
    const due = open.flatMap((report) => {
      const reminders = remindersDue(report, now);
      return reminders > report.reminders ? [{ ...report, reminders }] : [];
    });
    const [soonest] = due;
    if (!soonest) return;
    const late = due.filter(({ reminders }) => reminders === 2).length;
    await remind(ctx, tx, { near: due.length - late, late, soonest: soonest.due_at });
    await setReminders(tx, due);
  });
};

export const defineReportsJobs = (ctx: Ctx): void => {
  ctx.jobs.define(
    'reports.remind',
    { retries: 3, backoffSeconds: 30, expireSeconds: 300, concurrency: 1, cron: '*/10 * * * *' },
    () => remindOfReports(ctx),
  );
};
