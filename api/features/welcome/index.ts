// What the composition root may use of welcome messages.
import { defineFeature } from '../../feature.ts';
import { texts } from './declarations.ts';
import { exportWelcomeOf } from './export-store.ts';
import { welcomeHandlers } from './routes.ts';
import { eraseWelcomeOf, mediaAccess } from './welcome.ts';

export { findWelcome, lockWelcome } from './store.ts';

/** Messages to new members of a producer. */
export const welcome = defineFeature({
  name: 'welcome',
  texts,
  handlers: welcomeHandlers,
  mediaAccess: [mediaAccess],
  erasers: [eraseWelcomeOf],
  exporters: [exportWelcomeOf],
});
