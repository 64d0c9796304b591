// What its owner does to a published post: keys and hooks.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../shell/api/api.ts';
import { changePost, postKeys, replacePost } from '../post-cache.ts';

type Changes = { text?: string; price?: number | null; public?: boolean; tip?: boolean; draft?: boolean; startWhen?: string; expiration?: string | null; activeDays?: number | null };

export const useEditPost = (id: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Changes) => call('PUT /posts/{id}', { params: { id }, body }),
    onSuccess: async ({ data }) => {
      replacePost(client, data);
      // A draft that was published, or a post that was put off, changes its list.
      await client.invalidateQueries({ queryKey: postKeys.lists });
    },
  });
};

export const useRemoveMedia = (postId: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (mediaId: string) => call('DELETE /posts/{postId}/medias/{mediaId}', { params: { postId, mediaId } }),
    onSuccess: ({ data }) => replacePost(client, data),
  });
};

export const useArchivePost = (id: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (archived: boolean) => call(`POST /posts/{id}/${archived ? 'archive' : 'unarchive'}`, { params: { id } }),
    onSuccess: async ({ data }) => {
      changePost(client, id, (post) => ({ ...post, ...data }));
      await client.invalidateQueries({ queryKey: postKeys.lists });
    },
  });
};

export const usePinPost = (id: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (pinned: boolean) => call('POST /posts/{id}/pin', { params: { id }, body: { pinned } }),
    onSuccess: async ({ data }) => {
      changePost(client, id, (post) => ({ ...post, ...data }));
      await client.invalidateQueries({ queryKey: postKeys.lists });
    },
  });
};
