// Background work of live shows: the sweep every minute, the end of a show without its producer,
// rooms to close, and followers to notify.
import type { LiveId } from '@camarim/contract/features/lives';
import type { Ctx } from '../../context.ts';
import { endOverdueCalls } from './calls/place-call.ts';
import { AWAY_JOB, CLOSE_ROOM_JOB, closeRooms } from './end-live.ts';
import { billShows } from './entry/bill-shows.ts';
import { syncAllShows, syncPublisher } from './media/sync-engine.ts';
import { announcePresence, PRESENCE_JOB, type PresencePayload } from './media/presence.ts';
import { ERASE_JOB, eraseOldMessages } from './room/erase-messages.ts';
import { REMOVE_JOB, type Removal, removeLater } from './room/remove-watcher.ts';
import { NOTIFY_JOB, notifyFollowers, type NotifyPayload } from './notify-followers.ts';

const FOLLOW_JOB = 'lives.follow';

declare module '../../platform/jobs/port.ts' {
  interface JobPayloads {
    'lives.follow': Record<never, never>;
    'lives.away': { liveId: LiveId };
    'lives.closeRoom': { liveId: LiveId };
    'lives.notify': NotifyPayload;
    'lives.presence': PresencePayload;
    'lives.removeWatcher': Removal;
    'lives.eraseMessages': Record<never, never>;
  }
}

export const defineLivesJobs = (ctx: Ctx): void => {
  const soon = { retries: 5, backoffSeconds: 5, expireSeconds: 60, concurrency: 2 };
  // No retries: the next run is a minute away.
  ctx.jobs.define(
    FOLLOW_JOB,
    { retries: 0, backoffSeconds: 1, expireSeconds: 50, concurrency: 1, cron: '* * * * *' },
    async () => {
      await syncAllShows(ctx);
      await endOverdueCalls(ctx);
      await billShows(ctx);
    },
  );
  ctx.jobs.define(AWAY_JOB, soon, ({ liveId }) => syncPublisher(ctx, { id: liveId }));
  ctx.jobs.define(CLOSE_ROOM_JOB, soon, ({ liveId }) => closeRooms(ctx, liveId, 'ended'));
  ctx.jobs.define(REMOVE_JOB, soon, (removal) => removeLater(ctx, removal));
  ctx.jobs.define(
    ERASE_JOB,
    { retries: 3, backoffSeconds: 60, expireSeconds: 600, concurrency: 1, cron: '20 4 * * *' },
    (_, { signal }) => eraseOldMessages(ctx, signal),
  );
  ctx.jobs.define(
    PRESENCE_JOB,
    {
      retries: 3,
      backoffSeconds: 2,
      expireSeconds: 30,
      concurrency: 2,
      singletonKey: ({ liveId, at }) => `${liveId} ${at}`,
    },
    (payload) => announcePresence(ctx, payload),
  );
  ctx.jobs.define(
    NOTIFY_JOB,
    { retries: 5, backoffSeconds: 10, expireSeconds: 120, concurrency: 1 },
    (payload) => notifyFollowers(ctx, payload),
  );
};
