// What the composition root may use of the studio.
import type { ProfileId } from '@camarim/contract/ids';
import { jsonFile } from '../../platform/archive/archive.ts';
import type { Ctx } from '../../context.ts';
import { defineFeature } from '../../feature.ts';
import { deleteDismissalOf, loadDismissals } from './first-steps/store.ts';
import { studioHandlers } from './routes.ts';

/** What creators see of their own work. */
export const studio = defineFeature({
  name: 'studio',
  handlers: studioHandlers,
  erasers: [({ db }: Ctx, profileId: ProfileId) => deleteDismissalOf(db, profileId)],
  exporters: [
    ({ db }: Ctx, profileId: ProfileId) => [
      jsonFile('account/first-steps.json', () => loadDismissals(db, profileId)),
    ],
  ],
});
