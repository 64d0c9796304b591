// The work on one's own post moved: its place in every list follows, without asking for the lists
// again.
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../shell/api/api.ts';
import { changePost, postKeys, replacePost, type Post } from './post-cache.ts';

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
 * A percentage is put where it belongs; a new status asks for this post, and its end for the lists
 * it may have come into.
 */
export const showProgress = (
  client: QueryClient,
  { postId, status, encoding }: PostProgress,
): void => {
  if (encoding)
    return changePost(client, postId, (post) => encoded(post, encoding.mediaId, encoding.percent));
  const renew = async () => {
    const { data } = await call('GET /posts/{id}', { params: { id: postId }, own: [404] });
    replacePost(client, data);
    if (status === 'processed' || status === 'error')
      await client.invalidateQueries({ queryKey: postKeys.lists });
  };
  // Deleted meanwhile: the lists say so when they are asked for again.
  void renew().catch(() => client.invalidateQueries({ queryKey: postKeys.lists }));
};
