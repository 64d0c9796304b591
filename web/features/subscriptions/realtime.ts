// What the viewer may see of a producer changed.
import { type FeatureRealtime, invalidate } from '../../client/realtime/handlers.ts';
import { postKeys } from '../posts/index.ts';
import { profileKeys } from '../profiles/index.ts';
import { subscriptionsKey } from './keys.ts';

export const realtime: FeatureRealtime = (client) => ({
  subscriptions: () => invalidate(client, subscriptionsKey, profileKeys.all, postKeys.all),
});
