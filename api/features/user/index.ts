// What the composition root may use of people in the dashboard.
import { defineFeature } from '../../feature.ts';
import { emails, texts } from './declarations.ts';
import { defineUserJobs } from './jobs.ts';
import { userHandlers } from './routes.ts';

/** People as administrators find, see, block and unblock them. */
export const user = defineFeature({
  name: 'user',
  emails,
  texts,
  handlers: userHandlers,
  jobs: defineUserJobs,
});
