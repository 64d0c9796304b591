// Background work of removal requests: searching copies, comparing new media, reminders, and
// erasing old requests.
import type { MediaId } from '@camarim/contract/ids';
import { DAY_MS } from '@camarim/contract/time';
import type { Ctx } from '../../context.ts';
import type { Services } from '../../feature.ts';
import { compareWithWithdrawals } from '../consents/index.ts';
import { remindDue } from '../reports/index.ts';
import { compareWithRequests, searchCopies } from './search.ts';
import { deleteOld, lockOpenRequests, setReminders } from './store.ts';

/** An address that was not proven by then is forgotten with its request. */
const UNCONFIRMED_DAYS = 7;
/** Name and address of the person are kept for claims about the decision. */
export const PERSON_DAYS = 180;

declare module '../../platform/jobs/port.ts' {
  interface JobPayloads {
    'removals.search': { requestId: string };
    /** Compares a new media with the pictures of open requests, and with what was withdrawn. */
    'removals.compare': { mediaId: MediaId };
    'removals.remind': Record<never, never>;
  }
}

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
      await remindDue(ctx, {
        lock: lockOpenRequests,
        setReminders,
        template: 'removalsDue',
        page: '/dsb/removals',
      });
      const before = (days: number) => new Date(ctx.clock.now().getTime() - days * DAY_MS);
      await deleteOld(ctx.db, {
        unconfirmedBefore: before(UNCONFIRMED_DAYS),
        decidedBefore: before(PERSON_DAYS),
      });
    },
  );
};
