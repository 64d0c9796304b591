// Refetches a post whose media URLs have expired or whose access has ended.
import { useQueryClient } from '@tanstack/react-query';
import type { Post } from '../post-cache.ts';
import { refreshPost } from '../mutations.ts';

export const useRefreshExpiredMedia = (post: Post): (() => void) => {
  const client = useQueryClient();
  // Errors are shown by the default handler.
  return () => void refreshPost(client, post.id).catch(() => undefined);
};
