// What other features and the composition root may use of publics.
export { acceptPolicies } from './policies.ts';
export { publicsHandlers } from './routes.ts';
