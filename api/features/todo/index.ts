// What the composition root may use of the queue of all open work.
import { defineFeature } from '../../feature.ts';
import { texts } from './declarations.ts';
import { defineTodoJobs, KEPT_DAYS } from './jobs.ts';
import { todoHandlers } from './routes.ts';

/** The open work of all features in one list, with clocks, claims and assignments. */
export const todo = defineFeature({
  name: 'todo',
  texts,
  handlers: todoHandlers,
  jobs: defineTodoJobs,
  personalData: [
    {
      text: 'data.work',
      tables: ['work_items'],
      ground: 'law',
      removal: 'kept',
      basis: 'decisions',
      days: KEPT_DAYS,
    },
  ],
});
