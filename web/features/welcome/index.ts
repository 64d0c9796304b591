// What other features may use of the welcome message.
export { welcomeQuery } from './queries.ts';
export { WelcomeSection } from './WelcomeSection.tsx';
