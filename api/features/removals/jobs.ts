// Background work of removal requests: searching copies, comparing new media, reminders, and erasing old
// requests.
import type { MediaId } from '@camarim/contract/ids';
import { transaction } from '../../platform/database/transaction.ts';
import type { Ctx } from '../../context.ts';
import type { Services } from '../../feature.ts';
import { compareWithWithdrawals } from '../consents/index.ts';
import { remindersDue } from '../reports/index.ts';
import { remindOf } from './notify.ts';
import { compareWithRequests, searchCopies } from './search.ts';
import { deleteOld, lockOpenRequests, setReminders } from './store.ts';

const DAY_MS = 86_400_000;
/** An address that was not proven by then is forgotten with its request. */
const UNCONFIRMED_DAYS = 7;
/** Name and address of the person are kept for claims about the decision. */
const PERSON_DAYS = 180;

declare module '../../platform/jobs/port.ts' {
  interface JobPayloads {
    'removals.search': { requestId: string };
    /** Compares a new media with the pictures of open requests, and with what was withdrawn. */
    'removals.compare': { mediaId: MediaId };
    'removals.remind': Record<never, never>;
  }
}

/** One email to each administrator for all requests that are nearly due or late. */
const remindOfRequests = async (ctx: Ctx): Promise<void> => {
  const now = ctx.clock.now();
  await transaction(ctx.db, async (tx) => {
    const due = (await lockOpenRequests(tx)).flatMap((request) => {
      const reminders = remindersDue(request, now);
      return reminders > request.reminders ? [{ ...request, reminders }] : [];
    });
    const [soonest] = due;
    if (!soonest) return;
    const late = due.filter(({ reminders }) => reminders === 2).length;
    await remindOf(ctx, tx, { near: due.length - late, late, soonest: soonest.due_at });
    await setReminders(tx, due);
  });
};

export const defineRemovalsJobs = (ctx: Ctx, services: Services): void => {
  ctx.jobs.define(
    'removals.search',
    { retries: 10, backoffSeconds: 10, expireSeconds: 900, concurrency: 1 },
    ({ requestId }) => searchCopies(ctx, requestId),
  );
  ctx.jobs.define(
    'removals.compare',
    { retries: 10, backoffSeconds: 10, expireSeconds: 300, concurrency: 2 },
    async ({ mediaId }) => {
      await compareWithRequests(ctx, mediaId);
      await compareWithWithdrawals(ctx, services, mediaId);
    },
  );
  ctx.jobs.define(
    'removals.remind',
    { retries: 3, backoffSeconds: 30, expireSeconds: 300, concurrency: 1, cron: '5-59/10 * * * *' },
    async () => {
      await remindOfRequests(ctx);
      const before = (days: number) => new Date(ctx.clock.now().getTime() - days * DAY_MS);
      await deleteOld(ctx.db, {
        unconfirmedBefore: before(UNCONFIRMED_DAYS),
        decidedBefore: before(PERSON_DAYS),
      });
    },
  );
};
