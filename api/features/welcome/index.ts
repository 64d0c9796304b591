// What the composition root may use of welcome messages.
export { welcomeHandlers } from './routes.ts';
export { eraseWelcomeOf, welcomeRight } from './welcome.ts';
