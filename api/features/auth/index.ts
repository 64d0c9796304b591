// What the composition root, the pages' server and the demo may use of auth.
import { defineFeature } from '../../feature.ts';
import { MAILS_KEPT_DAYS } from '../../platform/mail/mail.ts';
import { KEYS_KEPT_DAYS } from '../../platform/sweep/jobs.ts';
import { emails, texts } from './declarations.ts';
import { createAuth } from './create-auth.ts';
import { exportAccountOf } from './export-store.ts';
import { defineAuthJobs } from './jobs.ts';
import { newMembers } from './members-store.ts';
import { authHandlers } from './routes.ts';

export { confirmAddress } from './account-store.ts';
export { clearSessionCookies, setSessionCookies } from './session/cookies.ts';
export type { Auth } from './create-auth.ts';
export { viewCurrentUser } from './current-user.ts';
export { offeredProviders } from './identity/oauth-callback.ts';
export { createAccount } from './register-user.ts';
export { changeStaffRoleIn, requireOwnerLeft, setStaffRole } from './staff-role.ts';
export { requireRecentStrongAuth } from './second-factor/step-up.ts';
export { listKnownDevices, listOpenSessions } from './session/session-store.ts';
export { deviceMarkHash } from './session/device.ts';
export { endSessionsOf, publishSessionsEnded, refreshSession } from './session/sessions.ts';

/** Accounts' credentials and sessions. */
export const auth = defineFeature({
  name: 'auth',
  emails,
  texts,
  services: (ctx) => ({ auth: createAuth(ctx) }),
  handlers: (_ctx, services) => authHandlers(services.auth, services),
  jobs: defineAuthJobs,
  dayCounts: [newMembers],
  exporters: [exportAccountOf],
  personalData: [
    {
      text: 'data.account',
      tables: ['users'],
      ground: 'contract',
      removal: 'blanked',
      by: 'removal',
    },
    {
      text: 'data.logIn',
      tables: [
        'identities',
        'passkeys',
        'totp_secrets',
        'recovery_codes',
        'known_devices',
        'account_links',
      ],
      ground: 'security',
      removal: 'erased',
      by: 'removal',
    },
    {
      text: 'data.sessions',
      tables: ['sessions'],
      ground: 'security',
      removal: 'blanked',
      by: 'removal',
    },
    {
      text: 'data.accessRecords',
      tables: ['access_records'],
      ground: 'law',
      removal: 'kept',
      basis: 'accessRecords',
      days: 'ACCESS_RECORDS_KEPT_DAYS',
    },
    {
      text: 'data.emails',
      tables: ['mails'],
      ground: 'security',
      removal: 'kept',
      basis: 'service',
      days: MAILS_KEPT_DAYS,
    },
    {
      text: 'data.repeatedCalls',
      tables: ['idempotency_keys'],
      ground: 'security',
      removal: 'kept',
      basis: 'service',
      days: KEYS_KEPT_DAYS,
    },
  ],
});
