// Jobs of profiles: "last seen" of open sockets, and deletion of old views.
import { DAY_MS } from '@camarim/contract/time';
import type { Ctx } from '../../context.ts';
import { deleteViewsBefore } from './like-store.ts';
import { updateLastSeen } from './store.ts';

declare module '../../platform/jobs/port.ts' {
  interface JobPayloads {
    'profiles.seen': Record<never, never>;
    'profiles.forgetViews': Record<never, never>;
  }
}

/** How long views count as recent; older ones are deleted. */
const VIEW_RETENTION_MS = 30 * DAY_MS;

/** Updates "last seen" of every profile with an open socket. */
export const recordConnected = async ({ db, clock, presence }: Ctx): Promise<void> => {
  const connected = await presence.everyone();
  if (connected.length > 0) await updateLastSeen(db, connected, clock.now());
};

/** Deletes profile views past their retention. */
export const deleteOldViews = ({ db, clock }: Ctx): Promise<void> =>
  deleteViewsBefore(db, new Date(clock.now().getTime() - VIEW_RETENTION_MS));

/** profiles.seen has no retries: the next run is a minute away. */
export const defineProfilesJobs = (ctx: Ctx): void => {
  ctx.jobs.define(
    'profiles.seen',
    { retries: 0, backoffSeconds: 1, expireSeconds: 50, concurrency: 1, cron: '* * * * *' },
    () => recordConnected(ctx),
  );
  ctx.jobs.define(
    'profiles.forgetViews',
    { retries: 3, backoffSeconds: 300, expireSeconds: 900, concurrency: 1, cron: '30 4 * * *' },
    () => deleteOldViews(ctx),
  );
};
