// Mutations of posts, applied on the server and to every cached list. Separate from the queries,
// because the first page needs only those.
import type { AiChoice } from '@camarim/contract/limits';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../client/api/api.ts';
import { useToggle } from '../../client/use-toggle.ts';
import { postKeys } from './keys.ts';
import { changePost, type Post, replacePost } from './post-cache.ts';

/**
 * Refetches one post and updates it in every list: after a purchase, or when its processing
 * advanced.
 */
export const refreshPost = async (client: QueryClient, id: string): Promise<void> => {
  const { data } = await call('GET /posts/{id}', { params: { id } });
  replacePost(client, data);
};

export const useLike = (post: Post) => {
  const client = useQueryClient();
  return useToggle({
    key: `post-like-${post.id}`,
    on: post.liked,
    show: (liked) =>
      changePost(client, post.id, (cached) =>
        cached.liked === liked
          ? cached
          : {
              ...cached,
              liked,
              totalLikes: String(Math.max(0, Number(cached.totalLikes) + (liked ? 1 : -1))),
            },
      ),
    send: async (liked) => {
      const { data } = await call('POST /posts/{id}/like', {
        params: { id: post.id },
        body: { liked },
      });
      changePost(client, post.id, (cached) => ({ ...cached, ...data }));
    },
  });
};

export const useSave = (post: Post) => {
  const client = useQueryClient();
  return useToggle({
    key: `post-save-${post.id}`,
    on: post.saved,
    show: (saved) => changePost(client, post.id, (cached) => ({ ...cached, saved })),
    send: async (saved) => {
      const { data } = await call('POST /posts/{id}/save', {
        params: { id: post.id },
        body: { saved },
      });
      changePost(client, post.id, (cached) => ({ ...cached, ...data }));
    },
  });
};

export const useDeletePost = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('DELETE /posts/{id}', { params: { id } }),
    onSuccess: (_, id) => changePost(client, id, () => null),
  });
};

type NewPost = {
  draft: boolean;
  startWhen?: string;
  activeDays: number | null;
  text: string;
  price: number | null;
  public: boolean;
  tip: boolean;
  ai: AiChoice;
  medias: ({ id: string } | { key: string; contentType: string; name?: string; etag?: string })[];
  performerIds: string[];
  freePreview: { index: number; seconds: number | null } | null;
};

/**
 * `idempotencyKey` is the same for every attempt of one composer, so that a repeated click
 * publishes once.
 */
export const usePublish = (idempotencyKey: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (post: NewPost) => call('POST /posts', { body: post, idempotencyKey }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: postKeys.lists }),
        client.invalidateQueries({ queryKey: ['vault'] }),
      ]),
  });
};

/** Follows a post's author, which unlocks posts for followers. */
export const useFollowAuthor = (post: Post) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      call('POST /profiles/{id}/follow', {
        params: { id: post.profileId },
        body: { following: true },
      }),
    onSuccess: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: postKeys.all }),
        client.invalidateQueries({ queryKey: ['profiles'] }),
      ]);
    },
  });
};
