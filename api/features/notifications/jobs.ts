// Background work: distributing new notifications, daily emails, Web Push, and removing old ones.
import type { ProfileId } from '@camarim/contract/ids';
import { DAY_MS } from '@camarim/contract/time';
import type { Ctx } from '../../context.ts';
import type { Services } from '../../feature.ts';
import { createWebPush } from '../../platform/push/web-push.ts';
import { deliverPending, type PushJob } from './deliver/deliver.ts';
import { sendDigests } from './deliver/digest.ts';
import { pushAfterQuiet, pushToDevice } from './push/send-push.ts';
import { deleteEndedDevices } from './push/store.ts';
import { deleteNotificationsBefore } from './store.ts';

declare module '../../platform/jobs/port.ts' {
  interface JobPayloads {
    'notifications.sweep': Record<never, never>;
    /** New notifications wait to be distributed. */
    'notifications.deliver': Record<never, never>;
    'notifications.digest': Record<never, never>;
    'notifications.push': PushJob;
    /** The person's quiet hours end. */
    'notifications.pushAfterQuiet': { profileId: ProfileId };
  }
}

const READ_KEPT_DAYS = 90;
const UNREAD_KEPT_DAYS = 365;

const defineSweep = ({ jobs, db, clock }: Ctx): void =>
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
      await deleteEndedDevices(db, clock.now());
    },
  );

const definePush = (ctx: Ctx, services: Services): void => {
  const push = createWebPush(ctx);
  ctx.jobs.define(
    'notifications.push',
    { retries: 5, backoffSeconds: 30, expireSeconds: 60, concurrency: 4 },
    (job) => pushToDevice(ctx, services, push, job),
  );
  ctx.jobs.define(
    'notifications.pushAfterQuiet',
    {
      retries: 5,
      backoffSeconds: 30,
      expireSeconds: 60,
      concurrency: 2,
      singletonKey: ({ profileId }) => profileId,
    },
    ({ profileId }) => pushAfterQuiet(ctx, profileId),
  );
};

/**
 * Between two starts, so that a busy time has a few large distributions and not one for each
 * commit.
 */
const REST_MS = 250;

/**
 * The realtime event of a notification follows its commit, so it also starts the distribution:
 * enqueueing the job where the notification is written would slow the ledger's busiest
 * transactions. When an event is missed, the clock starts it within a minute.
 */
const deliverSoon = ({ bus, jobs, db, log }: Ctx): void => {
  let resting = false;
  let again = false;
  const start = (): void => {
    again = resting;
    if (resting) return;
    resting = true;
    jobs
      .enqueue(db, 'notifications.deliver', {})
      .catch((error: unknown) => log.warn({ err: error }, 'notifications wait for the clock'))
      .finally(() =>
        setTimeout(() => {
          resting = false;
          if (again) start();
        }, REST_MS).unref(),
      );
  };
  bus.subscribe('realtime', ({ event, payload }) => {
    if (event !== 'notifications') return;
    if (!('field' in payload) || payload.field !== 'notifications' || payload.id === null) return;
    start();
  });
};

export const defineNotificationsJobs = (ctx: Ctx, services: Services): void => {
  defineSweep(ctx);
  definePush(ctx, services);
  ctx.jobs.define(
    'notifications.deliver',
    {
      retries: 3,
      backoffSeconds: 10,
      expireSeconds: 900,
      concurrency: 1,
      cron: '* * * * *',
      singletonKey: () => 'deliver',
    },
    (_data, { signal }) => deliverPending(ctx, services, signal),
  );
  ctx.jobs.define(
    'notifications.digest',
    { retries: 3, backoffSeconds: 60, expireSeconds: 1_800, concurrency: 1, cron: '2 * * * *' },
    (_data, { signal }) => sendDigests(ctx, services, signal),
  );
  deliverSoon(ctx);
};
