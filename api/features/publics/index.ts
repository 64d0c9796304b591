// What the composition root may use of publics.
export { publicsHandlers } from './routes.ts';
