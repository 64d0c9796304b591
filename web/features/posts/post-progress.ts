// Realtime progress of an own post's processing, written into every list without refetching the
// lists.
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../client/api/api.ts';
import { postKeys } from './keys.ts';
import { changePost, replacePost, type Post } from './post-cache.ts';

type PostProgress = {
  postId: string;
  status: string;
  encoding?: { mediaId: string; percent: number };
};

const encoded = (post: Post, mediaId: string, percent: number): Post => ({
  ...post,
  medias: post.medias.map((media) =>
    media.id === mediaId ? { ...media, status: 'processing' as const, progress: percent } : media,
  ),
});

/**
 * A percentage is written into the cache; a new status refetches the post, and the final status
 * refetches the lists in which it may now appear.
 */
export const showProgress = (
  client: QueryClient,
  { postId, status, encoding }: PostProgress,
): void => {
  if (encoding)
    return changePost(client, postId, (post) => encoded(post, encoding.mediaId, encoding.percent));
  const renew = async () => {
    const { data } = await call('GET /posts/{id}', { params: { id: postId }, handled: [404] });
    replacePost(client, data);
    if (status === 'processed' || status === 'error')
      await client.invalidateQueries({ queryKey: postKeys.lists });
  };
  // The post was deleted; the next refetch of the lists removes it.
  void renew().catch(() => client.invalidateQueries({ queryKey: postKeys.lists }));
};
