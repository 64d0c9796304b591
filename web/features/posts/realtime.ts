// Progress of an own post that is being processed.
import type { FeatureRealtime } from '../../client/realtime/handlers.ts';
import { showProgress } from './post-progress.ts';

export const realtime: FeatureRealtime = (client) => ({
  notifications: ({ data }) => {
    if (data.field === 'posts') showProgress(client, data);
  },
});
