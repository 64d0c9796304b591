// What other features may use of the team.
export { teamQuery } from './queries.ts';
