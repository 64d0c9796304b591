// Asks for a post again: the addresses of what it plays run out, and rights do.
import { useQueryClient } from '@tanstack/react-query';
import type { Post } from '../post-cache.ts';
import { refreshPost } from '../mutations.ts';

export const useRenewal = (post: Post): (() => void) => {
  const client = useQueryClient();
  // A refusal is told by the catalogue of errors.
  return () => void refreshPost(client, post.id).catch(() => undefined);
};
