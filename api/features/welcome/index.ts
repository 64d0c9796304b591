// What the composition root may use of welcome messages.
export { exportWelcomeOf } from './export-store.ts';
export { welcomeHandlers } from './routes.ts';
export { eraseWelcomeOf, mediaAccess } from './welcome.ts';
