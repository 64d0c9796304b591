// What other features and the composition root may use of comments.
import { defineFeature } from '../../feature.ts';
import { eraseCommentsOf } from './erase.ts';
import { exportCommentsOf } from './export-store.ts';
import { commentsHandlers } from './routes.ts';

export { joinableThreadOwner } from './policy.ts';
export { removeComment } from './service.ts';

/** Comments of posts. */
export const comments = defineFeature({
  name: 'comments',
  handlers: commentsHandlers,
  erasers: [eraseCommentsOf],
  exporters: [exportCommentsOf],
});
