// Old notifications are removed each night.
import type { Ctx } from '../../context.ts';
import { deleteNotificationsBefore } from './store.ts';

declare module '../../platform/jobs/port.ts' {
  interface JobPayloads {
    'notifications.sweep': Record<never, never>;
  }
}

const DAY_MS = 86_400_000;
const READ_KEPT_DAYS = 90;
const UNREAD_KEPT_DAYS = 365;

export const defineNotificationsJobs = ({ jobs, db, clock }: Ctx): void => {
  jobs.define(
    'notifications.sweep',
    { retries: 3, backoffSeconds: 60, expireSeconds: 1_800, concurrency: 1, cron: '15 4 * * *' },
    async (_data, { signal }) => {
      const daysAgo = (days: number): Date => new Date(clock.now().getTime() - days * DAY_MS);
      await deleteNotificationsBefore(
        db,
        { read: daysAgo(READ_KEPT_DAYS), unread: daysAgo(UNREAD_KEPT_DAYS) },
        signal,
      );
    },
  );
};
