// What other features and the composition root may use of decisions to remove content, and about
// labels of AI.
import { defineFeature } from '../../feature.ts';
import { emails, texts } from './declarations.ts';
import { decisionFigures, decisionRecords } from './figures-store.ts';
import { defineDecisionsJobs } from './jobs.ts';
import { recordLabel } from './label.ts';
import { takeDown } from './take-down.ts';

export { overturnLabel } from './label.ts';
export {
  appealUntil,
  type DecisionMade,
  DECISIONS_MADE,
  labelText,
  madeText,
  nameOf,
  notifyDecided,
  notifyRemoval,
  ruleText,
} from './notify.ts';
export { contestLink, contestToken, readContest, type Refusal } from './contest-link.ts';
export { removeContent, type Restoration, restoreContent } from './remove-content.ts';
export { isHeldByOthers } from './store.ts';
export { endContestsOf, setContested } from './store.ts';

/** Decisions of the team to remove content: its removal, its erasure and its restoration. */
export const decisions = defineFeature({
  name: 'decisions',
  emails,
  texts,
  services: (ctx) => ({
    recordLabel: (tx, decision) => recordLabel(ctx, tx, decision),
    takeDownMedia: (...removal) => takeDown(ctx, ...removal),
  }),
  jobs: defineDecisionsJobs,
  figures: decisionFigures,
  records: decisionRecords,
  personalData: [
    {
      text: 'data.decisions',
      tables: ['moderation_decisions', 'ai_decisions'],
      ground: 'claims',
      removal: 'kept',
      basis: 'decisions',
      days: null,
    },
  ],
});
