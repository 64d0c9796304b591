// What other features and the composition root may use of decisions to remove content.
import { defineFeature } from '../../feature.ts';
import { emails, texts } from './declarations.ts';
import { decisionFigures, decisionRecords } from './figures-store.ts';
import { defineDecisionsJobs } from './jobs.ts';
import { takeDown } from './take-down.ts';

export { appealUntil, nameOf, notifyRemoval, ruleText } from './notify.ts';
export { removeContent, restoreContent } from './remove-content.ts';
export { endContestsOf, setContested } from './store.ts';

/** Decisions of the team to remove content: its removal, its erasure and its restoration. */
export const decisions = defineFeature({
  name: 'decisions',
  emails,
  texts,
  services: (ctx) => ({
    takeDownMedia: (...removal) => takeDown(ctx, ...removal),
  }),
  jobs: defineDecisionsJobs,
  figures: decisionFigures,
  records: decisionRecords,
});
