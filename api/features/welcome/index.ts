// What the composition root may use of welcome messages.
import { defineFeature } from '../../feature.ts';
import { texts } from './declarations.ts';
import { exportWelcomeOf } from './export-store.ts';
import { createReviewableWelcomes } from './reviewable-welcomes.ts';
import { welcomeHandlers } from './routes.ts';
import { eraseWelcomeOf, mediaAccess } from './welcome.ts';

export { findWelcome, lockWelcome } from './store.ts';

/** Messages to new members of a producer. */
export const welcome = defineFeature({
  name: 'welcome',
  texts,
  reviewableContent: (ctx) => ({ welcome: createReviewableWelcomes(ctx) }),
  handlers: welcomeHandlers,
  mediaAccess: [mediaAccess],
  personalData: [
    {
      text: 'data.welcome',
      tables: ['welcome_messages'],
      ground: 'contract',
      removal: 'erased',
      by: [eraseWelcomeOf],
    },
  ],
  exporters: [exportWelcomeOf],
});
