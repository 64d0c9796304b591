// What other features and the app may use of the queue of open work.
export { OpenWorkCard } from './OpenWorkCard.tsx';
export { waitingAt, WORK_QUEUES } from './kinds.ts';
export { claimWork, openWorkQuery, releaseWork } from './queries.ts';
