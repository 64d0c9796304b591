// What other features and the composition root may use of comments.
import { defineFeature } from '../../feature.ts';
import { texts } from './declarations.ts';
import { eraseCommentLikesOf, eraseCommentsOf } from './erase.ts';
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
  personalData: [
    {
      text: 'data.comments',
      tables: ['comments'],
      ground: 'contract',
      removal: 'blanked',
      by: [eraseCommentsOf],
    },
    {
      text: 'data.commentLikes',
      tables: ['comment_likes'],
      ground: 'contract',
      removal: 'erased',
      by: [eraseCommentLikesOf],
    },
  ],
  exporters: [exportCommentsOf],
});
