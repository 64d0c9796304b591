// Comments of a post: keys and hooks.
import type { Routes } from '@camarim/contract';
import { COMMENTS_PAGE } from '@camarim/contract/limits';
import type { ReplyOf } from '@camarim/contract/route';
import { type InfiniteData, infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shell/api/api.ts';
import { useToggle } from '../../shell/use-toggle.ts';
import { changePost } from '../posts/post-cache.ts';

type CommentPage = ReplyOf<Routes['GET /comments']>;
export type Comment = CommentPage['data'][number];

const keyOf = (postId: string) => ['comments', postId] as const;

/** Newest first. A list is exhausted when a page has fewer items than its limit. */
export const commentsQuery = (postId: string) =>
  infiniteQueryOptions({
    queryKey: keyOf(postId),
    queryFn: ({ pageParam, signal }) =>
      call('GET /comments', { query: { limit: COMMENTS_PAGE, offset: pageParam, sort: 'created_at:desc', filter: `post_id:eq:${postId}` }, signal }),
    initialPageParam: 0,
    getNextPageParam: (page, pages) => (page.data.length < COMMENTS_PAGE ? null : pages.reduce((sum, one) => sum + one.data.length, 0)),
  });

const useChangeComments = (postId: string) => {
  const client = useQueryClient();
  return (change: (comments: Comment[], page: number) => Comment[]) =>
    client.setQueryData<InfiniteData<CommentPage>>(keyOf(postId), (held) =>
      held && { ...held, pages: held.pages.map((page, index) => ({ ...page, data: change(page.data, index) })) },
    );
};

export const useAddComment = (postId: string) => {
  const client = useQueryClient();
  const change = useChangeComments(postId);
  return useMutation({
    mutationFn: ({ text, idempotencyKey }: { text: string; idempotencyKey: string }) => call('POST /comments', { body: { postId, text }, idempotencyKey }),
    onSuccess: ({ data }) => {
      change((comments, page) => (page === 0 ? [data, ...comments.filter((comment) => comment.id !== data.id)] : comments));
      changePost(client, postId, (post) => ({ ...post, totalComments: post.totalComments + 1 }));
    },
  });
};

export const useDeleteComment = (postId: string) => {
  const client = useQueryClient();
  const change = useChangeComments(postId);
  return useMutation({
    mutationFn: (id: string) => call('DELETE /comments/{id}', { params: { id } }),
    onSuccess: ({ data }, id) => {
      change((comments) => comments.filter((comment) => comment.id !== id));
      changePost(client, postId, (post) => ({ ...post, totalComments: data.totalComments }));
    },
  });
};

export const useLikeComment = (comment: Comment) => {
  const change = useChangeComments(comment.postId);
  const show = (patch: (held: Comment) => Comment) => change((comments) => comments.map((held) => (held.id === comment.id ? patch(held) : held)));
  return useToggle({
    key: `comment-like-${comment.id}`,
    on: comment.liked,
    show: (liked) => show((held) => (held.liked === liked ? held : { ...held, liked, totalLikes: held.totalLikes + (liked ? 1 : -1) })),
    send: async (liked) => {
      const { data } = await call(liked ? 'POST /comments/{id}/like' : 'POST /comments/{id}/unlike', { params: { id: comment.id } });
      show((held) => ({ ...held, ...data }));
    },
  });
};
