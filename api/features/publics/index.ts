// What other features and the composition root may use of publics.
import { defineFeature } from '../../feature.ts';
import { emails, texts } from './declarations.ts';
import { exportAcceptancesOf } from './export-store.ts';
import { definePublicsJobs } from './notify-policies.ts';
import { publishPolicies, warnOfTemplates } from './policies.ts';
import { publicsHandlers } from './routes.ts';
import { deleteAcceptancesOf } from './store.ts';

export { acceptPolicies, publishPolicies, templatePolicies, viewChanges } from './policies.ts';

/** Policies, places and questions that anyone can read. */
export const publics = defineFeature({
  name: 'publics',
  emails,
  texts,
  handlers: publicsHandlers,
  jobs: definePublicsJobs,
  prepare: async (ctx) => {
    await publishPolicies(ctx);
    warnOfTemplates(ctx);
  },
  exporters: [exportAcceptancesOf],
  personalData: [
    {
      text: 'data.acceptances',
      tables: ['policy_acceptances'],
      ground: 'claims',
      removal: 'kept',
      basis: 'claims',
      days: 'CLAIMS_KEPT_DAYS',
      lapse: ({ db }, profileId) => deleteAcceptancesOf(db, profileId),
    },
  ],
});
