// What other features and the app may use of the studio.
export { FirstSteps } from './parts.ts';
