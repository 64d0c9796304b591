// Background work of identity: forgetting what ended long ago.
import type { ProfileId, UserId } from '@camarim/contract/ids';
import { SESSION_SECONDS } from '@camarim/contract/limits';
import type { Platform } from '../../platform/platform.ts';
import { deleteFullLimits } from '../../platform/limits/store.ts';
import { mailChange, mailConfirmation } from './email/confirm-email.ts';
import { deleteLinksBefore } from './links/link-store.ts';
import { mailReset } from './password/reset-password.ts';
import type { Eraser } from './removal/remove-account.ts';
import { deleteDevicesBefore } from './session/session-store.ts';
import { deleteStale } from './store.ts';

/** Somebody who comes back after a year on the same device gets an email. */
const DEVICES_KNOWN_MS = 365 * 86_400_000;

export type AuthJobs = {
  'auth.sweep': Record<never, never>;
  /** `sealed` is the address. */
  'auth.forget': { sealed: string };
  'auth.confirm': { userId: UserId };
  /** `sealed` is the new address. */
  'auth.changeEmail': { userId: UserId; sealed: string };
  /** After an account was removed. */
  'auth.erase': { profileId: ProfileId };
};

/**
 * Each night: links past their time, refresh tokens used so long ago that they would have run out,
 * and sessions over for as long.
 */
export const defineAuthJobs = (
  platform: Platform,
  { erasers }: { erasers: readonly Eraser[] },
): void => {
  const { jobs, db, clock } = platform;
  jobs.define(
    'auth.sweep',
    { retries: 3, backoffSeconds: 60, expireSeconds: 600, concurrency: 1, cron: '20 4 * * *' },
    async () => {
      await deleteLinksBefore(db, clock.now());
      await deleteFullLimits(db, clock.now().getTime());
      await deleteDevicesBefore(db, new Date(clock.now().getTime() - DEVICES_KNOWN_MS));
      await deleteStale(db, new Date(clock.now().getTime() - SESSION_SECONDS * 1_000));
    },
  );
  jobs.define(
    'auth.forget',
    { retries: 5, backoffSeconds: 5, expireSeconds: 60, concurrency: 2 },
    ({ sealed }) => mailReset(platform, sealed),
  );
  jobs.define(
    'auth.confirm',
    { retries: 5, backoffSeconds: 5, expireSeconds: 60, concurrency: 2 },
    ({ userId }) => mailConfirmation(platform, userId),
  );
  jobs.define(
    'auth.changeEmail',
    { retries: 5, backoffSeconds: 5, expireSeconds: 60, concurrency: 2 },
    ({ userId, sealed }) => mailChange(platform, userId, sealed),
  );
  jobs.define(
    'auth.erase',
    { retries: 30, backoffSeconds: 30, expireSeconds: 3_600, concurrency: 1 },
    async ({ profileId }) => {
      for (const erase of erasers) await erase(profileId);
    },
  );
};
