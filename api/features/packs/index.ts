// What the composition root may use of monthly packs.
import { defineFeature } from '../../feature.ts';
import { texts } from './declarations.ts';
import { definePacksJobs } from './jobs.ts';
import { packsHandlers } from './routes.ts';

/** Archives of a month for acquirers and authorities. */
export const packs = defineFeature({
  name: 'packs',
  texts,
  handlers: packsHandlers,
  jobs: definePacksJobs,
});
