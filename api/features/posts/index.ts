// What other features and the composition root may use of posts.
import type { PostId } from '@camarim/contract/ids';
import { defineFeature } from '../../feature.ts';
import { texts } from './declarations.ts';
import { erasePostsOf, eraseReactionsOf } from './erase.ts';
import { exportPostsOf } from './export-store.ts';
import { definePostsJobs } from './jobs.ts';
import { mediaAccess } from './media-access.ts';
import { createReviewablePosts } from './publish/reviewable-posts.ts';
import { setAiDecided } from './publish/publish-store.ts';
import { createMediaStepListener } from './publish/post-status.ts';
import { createPostWithholding } from './publish/withhold.ts';
import { postsHandlers } from './routes.ts';
import { viewPosts } from './view-posts.ts';

export { calendarSpan, standingIn } from './feed/feeds.ts';
export {
  postOwner,
  postsForRequesters,
  readableAmong,
  readablePost,
  tippablePost,
} from './policy.ts';
export type { PostView } from './present.ts';
export { removePost } from './publish/delete-post.ts';
export { unneededAmong } from './publish/publish-store.ts';
export type { ViewedPost } from './post-access.ts';
export { adjustCommentCount } from './store.ts';
export { viewPosts } from './view-posts.ts';
export { syncWithheldPosts } from './publish/withhold.ts';
export type { Reader } from './view-posts.ts';

/** Posts: their publication, feeds, and purchases. */
export const posts = defineFeature({
  name: 'posts',
  texts,
  services: (ctx) => ({
    mediaSteps: createMediaStepListener(ctx),
    postVisibility: createPostWithholding(ctx),
    setPostLabel: (tx, id, label) => setAiDecided(tx, id as PostId, label),
    viewPosts: (ids, reader) => viewPosts(ctx, ids, reader),
  }),
  reviewableContent: (ctx) => ({ post: createReviewablePosts(ctx) }),
  handlers: postsHandlers,
  jobs: definePostsJobs,
  mediaAccess: [mediaAccess],
  personalData: [
    {
      text: 'data.posts',
      tables: ['posts', 'post_announcements'],
      ground: 'contract',
      removal: 'blanked',
      by: [erasePostsOf],
    },
    {
      text: 'data.reactions',
      tables: ['post_likes', 'post_saves', 'post_mentions'],
      ground: 'contract',
      removal: 'erased',
      by: [eraseReactionsOf],
    },
    {
      text: 'data.access',
      tables: ['access'],
      ground: 'contract',
      removal: 'kept',
      basis: 'accounts',
      days: null,
    },
  ],
  exporters: [exportPostsOf],
});
