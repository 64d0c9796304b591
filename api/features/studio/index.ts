// What the composition root may use of the studio.
import type { ProfileId } from '@camarim/contract/ids';
import { jsonFile } from '../../platform/archive/archive.ts';
import type { Ctx } from '../../context.ts';
import { defineFeature } from '../../feature.ts';
import { defineStudioJobs } from './jobs.ts';
import { deleteFollowerHoursOf, followersByHour } from './statistics/follower-hours-store.ts';
import { deleteDismissalOf, loadDismissals } from './first-steps/store.ts';
import { studioHandlers } from './routes.ts';

export { periodBefore } from './statistics/rules.ts';

const EVER = { from: '-infinity', to: 'infinity' };

/** What producers see of their own work. */
export const studio = defineFeature({
  name: 'studio',
  handlers: studioHandlers,
  jobs: defineStudioJobs,
  personalData: [
    {
      text: 'data.firstSteps',
      tables: ['first_steps_dismissals'],
      ground: 'contract',
      removal: 'erased',
      by: [({ db }: Ctx, profileId: ProfileId) => deleteDismissalOf(db, profileId)],
    },
    {
      text: 'data.followerHours',
      tables: ['follower_hours'],
      ground: 'contract',
      removal: 'erased',
      by: [({ db }: Ctx, profileId: ProfileId) => deleteFollowerHoursOf(db, profileId)],
    },
    {
      text: 'data.presence',
      tables: ['follower_marks'],
      ground: 'contract',
      removal: 'kept',
      basis: 'service',
      days: 1,
    },
  ],
  exporters: [
    ({ db }: Ctx, profileId: ProfileId) => [
      jsonFile('account/first-steps.json', () => loadDismissals(db, profileId)),
      jsonFile('profiles/follower-hours.json', () => followersByHour(db, profileId, EVER)),
    ],
  ],
});
