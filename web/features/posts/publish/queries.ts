// The owner's mutations of a post.
import type { AiChoice } from '@camarim/contract/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../client/api/api.ts';
import { postKeys } from '../keys.ts';
import { refreshPost } from '../mutations.ts';
import { changePost, replacePost } from '../post-cache.ts';

type PostChanges = {
  text?: string;
  price?: number | null;
  public?: boolean;
  tip?: boolean;
  ai?: AiChoice;
  draft?: boolean;
  startWhen?: string;
  expiration?: string | null;
  activeDays?: number | null;
  performerIds?: string[];
  mediaIds?: string[];
  freePreview?: { mediaId: string; seconds: number | null } | null;
};

export const useEditPost = (id: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: PostChanges) => call('PUT /posts/{id}', { params: { id }, body }),
    onSuccess: async ({ data }) => {
      replacePost(client, data);
      // Publishing a draft or rescheduling a post moves it to another list.
      await client.invalidateQueries({ queryKey: postKeys.lists });
    },
  });
};

/**
 * The order of the media, all of them. Every part of the screen that numbers them shows it at once,
 * before the server has answered.
 */
export const useOrderMedias = (postId: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (mediaIds: string[]) =>
      call('PUT /posts/{id}', { params: { id: postId }, body: { mediaIds } }),
    onMutate: (mediaIds) =>
      changePost(client, postId, (post) => ({
        ...post,
        medias: post.medias.toSorted(
          (one, other) => mediaIds.indexOf(one.id) - mediaIds.indexOf(other.id),
        ),
      })),
    onSuccess: ({ data }) => replacePost(client, data),
    onError: () => refreshPost(client, postId),
  });
};

type MediaReference =
  | { id: string }
  | { key: string; contentType: string; name?: string; etag?: string };

/** `idempotencyKey`: one per set of media, the same for retries. */
export const useAddMedias = (postId: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      medias,
      idempotencyKey,
    }: {
      medias: MediaReference[];
      idempotencyKey: string;
    }) =>
      call('POST /posts/{id}/medias', { params: { id: postId }, body: { medias }, idempotencyKey }),
    onSuccess: async ({ data }) => {
      replacePost(client, data);
      await client.invalidateQueries({ queryKey: ['vault'] });
    },
  });
};

export const useRemoveMedia = (postId: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (mediaId: string) =>
      call('DELETE /posts/{postId}/medias/{mediaId}', { params: { postId, mediaId } }),
    onSuccess: ({ data }) => replacePost(client, data),
  });
};

export const useArchivePost = (id: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (archived: boolean) =>
      call(`POST /posts/{id}/${archived ? 'archive' : 'unarchive'}`, { params: { id } }),
    onSuccess: async ({ data }) => {
      changePost(client, id, (post) => ({ ...post, ...data }));
      await client.invalidateQueries({ queryKey: postKeys.lists });
    },
  });
};

export const usePinPost = (id: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (pinned: boolean) =>
      call('POST /posts/{id}/pin', { params: { id }, body: { pinned } }),
    onSuccess: async ({ data }) => {
      changePost(client, id, (post) => ({ ...post, ...data }));
      await client.invalidateQueries({ queryKey: postKeys.lists });
    },
  });
};
