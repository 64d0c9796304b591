// What other features add to a post. The app provides it, so that posts know none of them.
import { type ComponentType, createContext } from 'react';
import type { Post } from '../post-cache.ts';

export const PostSlots = createContext<{
  Comments?: ComponentType<{ post: Post }>;
  /** Below the action that unlocks a locked post. */
  Collections?: ComponentType<{ post: Post }>;
}>({});
