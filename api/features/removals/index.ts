// What the composition root may use of removal requests.
import { defineFeature } from '../../feature.ts';
import type { Withdrawer } from '../verifications/index.ts';
import { withholdCopiesElsewhere } from './copies-elsewhere.ts';
import { emails, texts } from './declarations.ts';
import { removalFigures, removalRecords } from './figures-store.ts';
import { defineRemovalsJobs, PERSON_DAYS } from './jobs.ts';
import { removalsHandlers } from './routes.ts';
import { decidedRemovals, type NewItem, OPEN_REQUESTS } from './store.ts';
import { mediaAccess } from './view-cases.ts';

export { overturnRefusal } from './decide.ts';

declare module '../../feature.ts' {
  interface Services {
    /** Withholds copies of what a person withdrew from, which other producers have. */
    withholdCopiesElsewhere: (
      person: Withdrawer,
      copies: readonly Omit<NewItem, 'via'>[],
    ) => Promise<void>;
  }
}

/** Requests of depicted people for the removal of media. */
export const removals = defineFeature({
  name: 'removals',
  emails,
  texts,
  services: (ctx) => ({
    withholdCopiesElsewhere: (person, copies) => withholdCopiesElsewhere(ctx, person, copies),
  }),
  handlers: removalsHandlers,
  jobs: defineRemovalsJobs,
  mediaAccess: [mediaAccess],
  figures: removalFigures,
  records: removalRecords,
  openWork: [{ kind: 'removalRequest', cases: OPEN_REQUESTS }],
  dayCounts: [decidedRemovals],
  personalData: [
    {
      text: 'data.removals',
      tables: ['removal_requests'],
      ground: 'claims',
      removal: 'kept',
      basis: 'claims',
      days: PERSON_DAYS,
    },
  ],
});
