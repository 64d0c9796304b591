// What the events of automatic messages do with the welcome message on the screen.
import { type FeatureRealtime, invalidate } from '../../client/realtime/handlers.ts';
import { WELCOME_KEY } from './keys.ts';

export const realtime: FeatureRealtime = (client) => ({
  automations: () => invalidate(client, WELCOME_KEY),
});
