// What the composition root may use of follows.
export { followsHandlers } from './routes.ts';
