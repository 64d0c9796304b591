// Reminds those who decide about content of appeals that are nearly due, and of those that are
// late.
import type { Ctx } from '../../context.ts';
import { remindDue } from '../reports/index.ts';
import { lockOpenAppeals, setReminders } from './store.ts';

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
    () => remindOfAppeals(ctx),
  );
};
