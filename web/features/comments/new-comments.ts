// Realtime comments of a post: the total is updated at once, the comments are fetched after a
// delay.
import type { QueryClient } from '@tanstack/react-query';
import { changePost } from '../posts/index.ts';
import { commentsKey } from './keys.ts';

/**
 * Random delay that spreads the requests of a post's many viewers and merges events in quick
 * succession into one request.
 */
const DELAY_MIN_MS = 400;
const DELAY_SPREAD_MS = 1_600;

const waiting = new Map<string, ReturnType<typeof setTimeout>>();

export const showNewComments = (
  client: QueryClient,
  { postId, totalComments }: { postId: string; totalComments: number },
): void => {
  let known = true;
  changePost(client, postId, (post) => {
    known &&= post.totalComments === totalComments;
    return { ...post, totalComments };
  });
  // The viewer's own comment is in the list already.
  if (known || waiting.has(postId)) return;
  const ask = () => {
    waiting.delete(postId);
    void client.invalidateQueries({ queryKey: commentsKey(postId) });
  };
  waiting.set(postId, setTimeout(ask, DELAY_MIN_MS + Math.random() * DELAY_SPREAD_MS));
};
