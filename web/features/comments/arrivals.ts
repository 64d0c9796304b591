// What the socket tells of a post's comments: the count at once, the comments themselves asked for
// a moment later.
import type { QueryClient } from '@tanstack/react-query';
import { changePost } from '../posts/post-cache.ts';

/**
 * Many look at the same post: they ask one after the other, and once for comments that come close
 * together.
 */
const SOONEST_MS = 400;
const SPREAD_MS = 1_600;

const waiting = new Map<string, ReturnType<typeof setTimeout>>();

export const showArrivals = (
  client: QueryClient,
  { postId, totalComments }: { postId: string; totalComments: number },
): void => {
  let known = true;
  changePost(client, postId, (post) => {
    known &&= post.totalComments === totalComments;
    return { ...post, totalComments };
  });
  // One's own comment is on screen already.
  if (known || waiting.has(postId)) return;
  const ask = () => {
    waiting.delete(postId);
    void client.invalidateQueries({ queryKey: ['comments', postId] });
  };
  waiting.set(postId, setTimeout(ask, SOONEST_MS + Math.random() * SPREAD_MS));
};
