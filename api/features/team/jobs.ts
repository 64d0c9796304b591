// The nightly deletion of invitations that were not accepted.
import { DAY_MS } from '@camarim/contract/time';
import type { Ctx } from '../../context.ts';
import { deleteInvitationsBefore } from './store.ts';

declare module '../../platform/jobs/port.ts' {
  interface JobPayloads {
    'team.sweep': Record<never, never>;
  }
}

/** The team still sees for this long that an invitation expired. */
const EXPIRED_KEPT_DAYS = 30;

export const defineTeamJobs = ({ jobs, db, clock }: Ctx): void => {
  jobs.define(
    'team.sweep',
    { retries: 3, backoffSeconds: 60, expireSeconds: 60, concurrency: 1, cron: '35 4 * * *' },
    () => deleteInvitationsBefore(db, new Date(clock.now().getTime() - EXPIRED_KEPT_DAYS * DAY_MS)),
  );
};
