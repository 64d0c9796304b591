// Background work of posts: scheduled starts and ends, and notifications of people they mention.
import type { PostId } from '@camarim/contract/ids';
import type { Ctx } from '../../context.ts';
import { syncPublicationWhenDue } from './publish/sync-publication.ts';
import { notifyFollowers } from './publish/notify-followers.ts';
import { notifyMentioned } from './publish/notify-mentioned.ts';

declare module '../../platform/jobs/port.ts' {
  interface JobPayloads {
    /** The post's start or end has come. */
    'posts.settle': { postId: PostId };
    /** The post is published and mentions people. */
    'posts.tellMentioned': { postId: PostId };
    /** The post is published for the first time. */
    'posts.notifyFollowers': { postId: PostId };
  }
}

export const definePostsJobs = (ctx: Ctx): void => {
  ctx.jobs.define(
    'posts.settle',
    { retries: 10, backoffSeconds: 30, expireSeconds: 60, concurrency: 2 },
    ({ postId }) => syncPublicationWhenDue(ctx, postId),
  );
  ctx.jobs.define(
    'posts.tellMentioned',
    { retries: 5, backoffSeconds: 30, expireSeconds: 60, concurrency: 1 },
    ({ postId }) => notifyMentioned(ctx, postId),
  );
  ctx.jobs.define(
    'posts.notifyFollowers',
    { retries: 10, backoffSeconds: 30, expireSeconds: 600, concurrency: 1 },
    ({ postId }, { signal }) => notifyFollowers(ctx, postId, signal),
  );
};
