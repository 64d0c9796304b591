// Background work of profiles: who sits before an open page is seen, also without asking for
// anything.
import type { Platform } from '../../platform/platform.ts';
import { deleteViewsBefore } from './like-store.ts';
import { forgetRejected } from './producer/forget.ts';
import { updateLastSeen } from './store.ts';

declare module '../../platform/jobs/port.ts' {
  interface JobPayloads {
    'profiles.seen': Record<never, never>;
    'producers.forget': Record<never, never>;
    'profiles.forgetViews': Record<never, never>;
  }
}

/** What "lately" means; older looks are forgotten. */
const VIEWS_KEPT_MS = 30 * 86_400_000;

/** Notes everybody with an open socket as seen now. */
export const noteConnected = async ({
  db,
  clock,
  presence,
}: Pick<Platform, 'db' | 'clock' | 'presence'>): Promise<void> => {
  const connected = await presence.everyone();
  if (connected.length > 0) await updateLastSeen(db, connected, clock.now());
};

/** Forgets who looked at whom longer ago. */
export const forgetViews = ({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> =>
  deleteViewsBefore(db, new Date(clock.now().getTime() - VIEWS_KEPT_MS));

/** Each minute. A minute that is missed is not made up for, hence no retries. */
export const defineProfilesJobs = (platform: Platform): void => {
  platform.jobs.define(
    'profiles.seen',
    { retries: 0, backoffSeconds: 1, expireSeconds: 50, concurrency: 1, cron: '* * * * *' },
    () => noteConnected(platform),
  );
  platform.jobs.define(
    'producers.forget',
    { retries: 3, backoffSeconds: 300, expireSeconds: 900, concurrency: 1, cron: '50 4 * * *' },
    () => forgetRejected(platform),
  );
  platform.jobs.define(
    'profiles.forgetViews',
    { retries: 3, backoffSeconds: 300, expireSeconds: 900, concurrency: 1, cron: '30 4 * * *' },
    () => forgetViews(platform),
  );
};
