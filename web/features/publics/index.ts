// What other features and the app may use of policies and places.
export { citiesQuery, countriesQuery, statesQuery } from './places.ts';
export { PolicyChanges } from './parts.ts';
export { TemplatePolicies } from './policies/TemplatePolicies.tsx';
