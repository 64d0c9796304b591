// Background work of overlays: events are sent on as soon as they are announced, and looked for
// each minute.
import { WEBHOOK_ATTEMPTS } from '@camarim/contract/features/overlays/limits';
import type { ProfileId } from '@camarim/contract/ids';
import type { OutgoingClient } from '../../platform/outgoing/post.ts';
import type { Ctx } from '../../context.ts';
import { MOVE_JOB, moveToy, planAllToys, planToy } from './toys/move-toys.ts';
import { DELIVER_JOB, deliverEvent, dispatchAll, dispatchEvents } from './webhook/deliver.ts';
import { markFailed } from './webhook/deliveries-store.ts';

declare module '../../platform/jobs/port.ts' {
  interface JobPayloads {
    'overlays.dispatch': Record<never, never>;
  }
}

/**
 * The transactions of tips write no job: the realtime event that follows their commit starts it.
 */
const dispatchSoon = (ctx: Ctx): void => {
  const running = new Set<ProfileId>();
  const again = new Set<ProfileId>();
  const start = async (producerId: ProfileId): Promise<void> => {
    if (running.has(producerId)) return void again.add(producerId);
    running.add(producerId);
    try {
      do {
        again.delete(producerId);
        await planToy(ctx, producerId);
        await dispatchEvents(ctx, producerId);
      } while (again.has(producerId));
    } catch (error) {
      ctx.log.warn({ err: error }, 'events of a room wait for the next sweep');
    } finally {
      running.delete(producerId);
    }
  };
  ctx.bus.subscribe('realtime', (message) => {
    if (message.event === 'roomEvents') void start(message.payload.profileId as ProfileId);
  });
};

export const defineOverlaysJobs = (ctx: Ctx, outgoing: OutgoingClient): void => {
  ctx.jobs.define(
    DELIVER_JOB,
    {
      retries: WEBHOOK_ATTEMPTS - 1,
      backoffSeconds: 15,
      expireSeconds: 30,
      concurrency: 5,
      exhausted: ({ id }) => markFailed(ctx.db, id),
    },
    ({ id }, attempt) => deliverEvent(ctx, outgoing, id, attempt),
  );
  // No retries: `moveToy` says why.
  ctx.jobs.define(
    MOVE_JOB,
    { retries: 0, backoffSeconds: 1, expireSeconds: 30, concurrency: 5 },
    (move) => moveToy(ctx, move),
  );
  // No retries: the next run is a minute away.
  ctx.jobs.define(
    'overlays.dispatch',
    { retries: 0, backoffSeconds: 1, expireSeconds: 50, concurrency: 1, cron: '* * * * *' },
    async () => {
      await planAllToys(ctx);
      await dispatchAll(ctx);
    },
  );
  dispatchSoon(ctx);
};
