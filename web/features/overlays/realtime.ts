// An event of a room has been sent on, or is about to be: the list of deliveries is looked up.
import { type FeatureRealtime, invalidate } from '../../client/realtime/handlers.ts';
import { overlaysKeys } from './keys.ts';

export const realtime: FeatureRealtime = (client) => ({
  roomEvents: () => invalidate(client, overlaysKeys.deliveries),
});
