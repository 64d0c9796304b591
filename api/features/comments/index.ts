// What other features and the composition root may use of comments.
import { defineFeature } from '../../feature.ts';
import { texts } from './declarations.ts';
import { eraseCommentsOf } from './erase.ts';
import { exportCommentsOf } from './export-store.ts';
import { commentsHandlers } from './routes.ts';
import { postTopic } from './topics.ts';

export { recountComment, removeComment } from './service.ts';

/** Comments of posts. */
export const comments = defineFeature({
  name: 'comments',
  texts,
  handlers: commentsHandlers,
  topics: [postTopic],
  erasers: [eraseCommentsOf],
  exporters: [exportCommentsOf],
});
