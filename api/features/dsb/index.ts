// What the composition root and commands may use of the dashboard.
import { defineFeature } from '../../feature.ts';
import { defineDsbJobs } from './jobs.ts';
import { dsbHandlers } from './routes.ts';

export { rebuildDays } from './count-days.ts';

/** The overview of administrators; what they decide about is in the features that own it. */
export const dsb = defineFeature({ name: 'dsb', handlers: dsbHandlers, jobs: defineDsbJobs });
