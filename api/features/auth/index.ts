// What the composition root, the pages' server and the demo may use of auth.
export { exportAccountOf } from './export-store.ts';
export { confirmAddress } from './account-store.ts';
export { clearSessionCookies, setSessionCookies } from './session/cookies.ts';
export { createAuth } from './create-auth.ts';
export type { Auth } from './create-auth.ts';
export { viewCurrentUser } from './current-user.ts';
export { defineAuthJobs } from './jobs.ts';
export { offeredProviders } from './identity/oauth-callback.ts';
export { isReservedName } from './reserved-names.ts';
export { adminContacts, contactOf } from './store.ts';
export { createAccount } from './register-user.ts';
export { setAdmin } from './make-admin.ts';
export { authHandlers } from './routes.ts';
export { requireRecentStrongAuth } from './second-factor/step-up.ts';
export { refreshSession } from './session/sessions.ts';
