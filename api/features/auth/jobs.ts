// Jobs of auth: emails with links, erasure of removed accounts, and the nightly cleanup.
import type { ProfileId, UserId } from '@camarim/contract/ids';
import { SESSION_SECONDS } from '@camarim/contract/limits';
import { DAY_MS } from '@camarim/contract/time';
import type { Services } from '../../feature.ts';
import type { Ctx } from '../../context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { deleteFullLimits } from '../../platform/limits/store.ts';
import { isUnderLegalHold } from './account-store.ts';
import { sendEmailChangeLink, sendConfirmationLink } from './email/confirm-email.ts';
import { deleteLinksBefore } from './links/link-store.ts';
import { eraseLapsed } from './removal/lapse.ts';
import { sendResetLink } from './password/reset-password.ts';
import { deleteAccessRecordsBefore } from './session/access-records-store.ts';
import { deleteDevicesBefore } from './session/session-store.ts';
import { deleteStale } from './store.ts';

/** A log-in from a device that was not used for a year sends the new-device email again. */
const DEVICES_KNOWN_MS = 365 * DAY_MS;

declare module '../../platform/jobs/port.ts' {
  interface JobPayloads {
    'auth.sweep': Record<never, never>;
    'auth.lapse': Record<never, never>;
    /** `sealed` is the address. */
    'auth.forget': { sealed: string };
    'auth.confirm': { userId: UserId };
    /** `sealed` is the new address. */
    'auth.changeEmail': { userId: UserId; sealed: string };
    /** After an account was removed. */
    'auth.erase': { profileId: ProfileId };
  }
}

/**
 * Nightly cleanup: expired links, unused devices, access records whose time is over, and rotated
 * refresh tokens and ended sessions that are older than a session's lifetime.
 */
export const defineAuthJobs = (
  ctx: Ctx,
  { personalData }: Pick<Services, 'personalData'>,
): void => {
  const { jobs, db, clock } = ctx;
  jobs.define(
    'auth.sweep',
    { retries: 3, backoffSeconds: 60, expireSeconds: 600, concurrency: 1, cron: '20 4 * * *' },
    async () => {
      await deleteLinksBefore(db, clock.now());
      await deleteFullLimits(db, clock.now().getTime());
      await deleteDevicesBefore(db, new Date(clock.now().getTime() - DEVICES_KNOWN_MS));
      await deleteAccessRecordsBefore(
        db,
        new Date(clock.now().getTime() - ctx.config.ACCESS_RECORDS_KEPT_DAYS * DAY_MS),
      );
      const ended = new Date(clock.now().getTime() - SESSION_SECONDS * 1_000);
      await transaction(db, (tx) => deleteStale(tx, ended));
    },
  );
  jobs.define(
    'auth.lapse',
    { retries: 3, backoffSeconds: 60, expireSeconds: 3_600, concurrency: 1, cron: '40 4 * * *' },
    (_data, { signal }) => eraseLapsed(ctx, personalData, signal),
  );
  jobs.define(
    'auth.forget',
    { retries: 5, backoffSeconds: 5, expireSeconds: 60, concurrency: 2 },
    ({ sealed }) => sendResetLink(ctx, sealed),
  );
  jobs.define(
    'auth.confirm',
    { retries: 5, backoffSeconds: 5, expireSeconds: 60, concurrency: 2 },
    ({ userId }) => sendConfirmationLink(ctx, userId),
  );
  jobs.define(
    'auth.changeEmail',
    { retries: 5, backoffSeconds: 5, expireSeconds: 60, concurrency: 2 },
    ({ userId, sealed }) => sendEmailChangeLink(ctx, userId, sealed),
  );
  jobs.define(
    'auth.erase',
    { retries: 30, backoffSeconds: 30, expireSeconds: 3_600, concurrency: 1 },
    // The release of a legal hold enqueues it again.
    ({ profileId }) =>
      personalData.erase(profileId, async () => !(await isUnderLegalHold(ctx.db, profileId))),
  );
};
