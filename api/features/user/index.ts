// What the composition root may use of people in the dashboard.
import { defineFeature } from '../../feature.ts';
import { blockProfile } from './block-user.ts';
import { emails, texts } from './declarations.ts';
import { defineUserJobs } from './jobs.ts';
import { eraseNotesOf, exportNotesOf } from './notes.ts';
import { userHandlers } from './routes.ts';

export { lockUser } from './block-store.ts';
export { overturnBlock } from './block-user.ts';

/** People as administrators find, see, block and unblock them. */
export const user = defineFeature({
  name: 'user',
  emails,
  texts,
  services: (ctx) => ({
    accountBlocks: {
      block: (viewer, profileId, reason) => blockProfile(ctx, viewer, profileId, reason),
    },
  }),
  handlers: userHandlers,
  jobs: defineUserJobs,
  personalData: [
    {
      text: 'data.staffNotes',
      tables: ['staff_notes'],
      ground: 'security',
      removal: 'erased',
      by: [eraseNotesOf],
    },
  ],
  exporters: [exportNotesOf],
});
