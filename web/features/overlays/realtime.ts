// Something that is connected was used: the list of deliveries and the toys are looked up.
import { type FeatureRealtime, invalidate } from '../../client/realtime/handlers.ts';
import { overlaysKeys } from './keys.ts';

export const realtime: FeatureRealtime = (client) => ({
  roomEvents: () => invalidate(client, overlaysKeys.deliveries, overlaysKeys.toy),
});
