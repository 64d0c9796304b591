// What other features and the composition root may use of publics.
export { exportAcceptancesOf } from './export-store.ts';
export { isCountry } from './places.ts';
export { acceptPolicies } from './policies.ts';
export { publicsHandlers } from './routes.ts';
