// Reminds those who decide about content of appeals that are nearly due, and of those that are late.
import type { Ctx } from '../../context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { momentIn, remindersDue } from '../reports/index.ts';
import { lockOpenAppeals, setReminders } from './store.ts';

declare module '../../platform/jobs/port.ts' {
  interface JobPayloads {
    'help.remind': Record<never, never>;
  }
}

/** One email for all appeals that need a reminder now; each appeal has two at most. */
export const remindOfAppeals = async (ctx: Ctx): Promise<void> => {
  const now = ctx.clock.now();
  await transaction(ctx.db, async (tx) => {
    const due = (await lockOpenAppeals(tx)).flatMap((appeal) => {
      const reminders = remindersDue(appeal, now);
      return reminders > appeal.reminders ? [{ ...appeal, reminders }] : [];
    });
    const [soonest] = due;
    if (!soonest) return;
    const late = due.filter(({ reminders }) => reminders === 2).length;
    for (const { email: to, locale } of await ctx.accounts.adminContacts(tx, 'content.decide'))
      await ctx.mail.send(tx, {
        to,
        locale,
        template: 'appealsDue',
        params: {
          near: String(due.length - late),
          late: String(late),
          when: momentIn(locale, soonest.due_at),
          link: `${ctx.config.publicUrl}/dsb/todo?kind=appeal`,
        },
      });
    await setReminders(tx, due);
  });
};

export const defineHelpJobs = (ctx: Ctx): void => {
  ctx.jobs.define(
    'help.remind',
    { retries: 3, backoffSeconds: 30, expireSeconds: 300, concurrency: 1, cron: '7-59/10 * * * *' },
    () => remindOfAppeals(ctx),
  );
};
