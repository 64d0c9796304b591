// Comments of open posts that became more or fewer.
import { loadOptionalPart } from '../../client/load-part.ts';
import type { FeatureRealtime } from '../../client/realtime/handlers.ts';

export const realtime: FeatureRealtime = (client) => ({
  // The code of comments is loaded with the comments that are open.
  comments: ({ data }) =>
    void loadOptionalPart(() => import('./new-comments.ts')).then((part) =>
      part?.showNewComments(client, data),
    ),
});
