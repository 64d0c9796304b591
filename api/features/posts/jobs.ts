// Background work of posts: that on their media, whose every step moves the post.
import type { Platform } from '../../platform/platform.ts';
import { defineMediaJobs } from '../media/index.ts';
import { moveWithMedia } from './publish/move-post.ts';

/** Declares the work on media with the posts that follow it. Every process declares it, those that only enqueue too. */
export const definePostsJobs = (platform: Platform): void => defineMediaJobs(platform, moveWithMedia(platform));
