// What other features and the app may use of the queue of open work.
export { WORK_QUEUES } from './kinds.ts';
export { claimWork, releaseWork } from './queries.ts';
