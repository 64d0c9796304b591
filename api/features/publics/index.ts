// What other features and the composition root may use of publics.
export { isCountry } from './places.ts';
export { acceptPolicies } from './policies.ts';
export { publicsHandlers } from './routes.ts';
