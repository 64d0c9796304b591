// Reminds those who decide about content of appeals that are nearly due, and of those that are
// late, and erases old questions of people without an account.
import { DAY_MS } from '@camarim/contract/time';
import type { Ctx } from '../../context.ts';
import { remindDue } from '../reports/index.ts';
import { deleteVisitorsQuestions, lockOpenAppeals, setReminders } from './store.ts';

/** A question of a person without an account is kept that long after its answer. */
export const QUESTION_DAYS = 180;

declare module '../../platform/jobs/port.ts' {
  interface JobPayloads {
    'help.remind': Record<never, never>;
  }
}

const remindOfAppeals = (ctx: Ctx): Promise<void> =>
  remindDue(ctx, {
    lock: lockOpenAppeals,
    setReminders,
    template: 'appealsDue',
    page: '/dsb/todo?kind=appeal',
  });

export const defineHelpJobs = (ctx: Ctx): void => {
  ctx.jobs.define(
    'help.remind',
    { retries: 3, backoffSeconds: 30, expireSeconds: 300, concurrency: 1, cron: '7-59/10 * * * *' },
    async () => {
      await remindOfAppeals(ctx);
      const now = ctx.clock.now().getTime();
      await deleteVisitorsQuestions(ctx.db, new Date(now - QUESTION_DAYS * DAY_MS));
    },
  );
};
