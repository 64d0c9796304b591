// The nightly deletion of what was arranged about cases that were decided long ago.
import { DAY_MS } from '@camarim/contract/time';
import type { Ctx } from '../../context.ts';
import { deleteItemsBefore } from './store.ts';

declare module '../../platform/jobs/port.ts' {
  interface JobPayloads {
    'todo.sweep': Record<never, never>;
  }
}

/** Longer than the longest snooze and deadline. */
export const KEPT_DAYS = 90;

export const defineTodoJobs = ({ jobs, db, clock }: Ctx): void => {
  jobs.define(
    'todo.sweep',
    { retries: 3, backoffSeconds: 60, expireSeconds: 60, concurrency: 1, cron: '40 4 * * *' },
    () => deleteItemsBefore(db, new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS)),
  );
};
