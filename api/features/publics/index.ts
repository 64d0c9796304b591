// What other features and the composition root may use of publics.
export { exportAcceptancesOf } from './export-store.ts';
export { isCountry } from './places.ts';
export { definePublicsJobs } from './notify-policies.ts';
export { acceptPolicies, publishPolicies, viewChanges } from './policies.ts';
export { publicsHandlers } from './routes.ts';
