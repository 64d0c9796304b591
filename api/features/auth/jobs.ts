// Background work of identity: forgetting what ended long ago.
import { SESSION_SECONDS } from '@camarim/contract/limits';
import type { Platform } from '../../platform/platform.ts';
import { deleteStale } from './store.ts';

export type AuthJobs = { 'auth.sweep': Record<never, never> };

/** Each night: refresh tokens used so long ago that they would have run out, and sessions over for as long. */
export const defineAuthJobs = ({ jobs, db, clock }: Platform): void => {
  jobs.define('auth.sweep', { retries: 3, backoffSeconds: 60, expireSeconds: 600, concurrency: 1, cron: '20 4 * * *' }, async () => {
    await deleteStale(db, new Date(clock.now().getTime() - SESSION_SECONDS * 1_000));
  });
};
