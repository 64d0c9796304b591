// What the composition root may use of legal holds.
import { defineFeature } from '../../feature.ts';
import { texts } from './declarations.ts';
import { defineLegalHoldsJobs } from './jobs.ts';
import { legalHoldsHandlers } from './routes.ts';

/** Data that is not erased until an administrator releases it. */
export const legalHolds = defineFeature({
  name: 'legal-holds',
  texts,
  handlers: legalHoldsHandlers,
  jobs: defineLegalHoldsJobs,
  personalData: [
    {
      text: 'data.holds',
      tables: ['legal_holds', 'held_copies'],
      ground: 'law',
      removal: 'kept',
      basis: 'decisions',
      days: null,
    },
  ],
});
