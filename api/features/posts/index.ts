// What other features and the composition root may use of posts.
export { isListed } from './feed/feed-store.ts';
export { exportPostsOf } from './export-store.ts';
export { erasePostsOf } from './erase.ts';
export { definePostsJobs } from './jobs.ts';
export { mediaAccess } from './media-access.ts';
export { postOwner, readablePost, tippablePost } from './policy.ts';
export type { PostView } from './present.ts';
export { removePost } from './publish/delete-post.ts';
export { createMediaStepListener } from './publish/post-status.ts';
export { createPostWithholding } from './publish/withhold.ts';
export { unneededAmong } from './publish/publish-store.ts';
export type { PurchaseLedger } from './purchase-post.ts';
export { postsHandlers } from './routes.ts';
export type { ViewedPost } from './post-access.ts';
export { adjustCommentCount } from './store.ts';
export { viewPosts } from './view-posts.ts';
export type { Reader } from './view-posts.ts';
