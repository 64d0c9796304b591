// What other features may use of the team.
export { teamQuery } from './queries.ts';
export { ROLE_TEXTS } from './roles.ts';
