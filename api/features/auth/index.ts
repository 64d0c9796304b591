// What the composition root, the pages' server and the demo may use of auth.
import { defineFeature } from '../../feature.ts';
import { emails, texts } from './declarations.ts';
import { createAuth } from './create-auth.ts';
import { exportAccountOf } from './export-store.ts';
import { defineAuthJobs } from './jobs.ts';
import { authHandlers } from './routes.ts';

export { confirmAddress } from './account-store.ts';
export { clearSessionCookies, setSessionCookies } from './session/cookies.ts';
export type { Auth } from './create-auth.ts';
export { viewCurrentUser } from './current-user.ts';
export { offeredProviders } from './identity/oauth-callback.ts';
export { createAccount } from './register-user.ts';
export { membersByDay } from './members-store.ts';
export { changeStaffRoleIn, requireOwnerLeft, setStaffRole } from './staff-role.ts';
export { requireRecentStrongAuth } from './second-factor/step-up.ts';
export { listOpenSessions } from './session/session-store.ts';
export { endSessionsOf, publishSessionsEnded, refreshSession } from './session/sessions.ts';

/** Accounts' credentials and sessions. */
export const auth = defineFeature({
  name: 'auth',
  emails,
  texts,
  services: (ctx) => ({ auth: createAuth(ctx) }),
  handlers: (_ctx, services) => authHandlers(services.auth, services),
  jobs: defineAuthJobs,
  exporters: [exportAccountOf],
});
