// Comments of a post: queries and hooks.
import type { Routes } from '@camarim/contract';
import { COMMENTS_PAGE, REPLIES_PAGE } from '@camarim/contract/limits';
import type { ReplyOf } from '@camarim/contract/route';
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../client/api/api.ts';
import { useToggle } from '../../client/use-toggle.ts';
import { changePost } from '../posts/index.ts';
import { commentsKey } from './keys.ts';

type CommentPage = ReplyOf<Routes['GET /comments']>;
export type Comment = CommentPage['data'][number];
export type CommentsOrder = 'created_at:desc' | 'created_at:asc' | 'total_likes:desc';

/** The order of a list until another is chosen. */
export const FIRST_ORDER: CommentsOrder = 'created_at:desc';

/** The offset of the next page, from the pages that are loaded. */
const nextOf = (limit: number) => (page: CommentPage, pages: readonly CommentPage[]) =>
  page.data.length < limit ? null : pages.reduce((sum, one) => sum + one.data.length, 0);

/** Top-level comments. The list ends with a page that has fewer items than its limit. */
export const commentsQuery = (postId: string, sort: CommentsOrder) =>
  infiniteQueryOptions({
    queryKey: [...commentsKey(postId), 'list', sort] as const,
    queryFn: ({ pageParam, signal }) =>
      call('GET /comments', {
        query: { limit: COMMENTS_PAGE, offset: pageParam, sort, filter: `post_id:eq:${postId}` },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: nextOf(COMMENTS_PAGE),
  });

/** The comments that an opened list begins with. */
export const firstCommentsQuery = (postId: string) => commentsQuery(postId, FIRST_ORDER);

const repliesKey = ({ postId, id }: Pick<Comment, 'postId' | 'id'>) =>
  [...commentsKey(postId), 'replies', id] as const;

/** Replies to a comment, oldest first. */
export const repliesQuery = (comment: Pick<Comment, 'postId' | 'id'>) =>
  infiniteQueryOptions({
    queryKey: repliesKey(comment),
    queryFn: ({ pageParam, signal }) =>
      call('GET /comments/{id}/replies', {
        params: { id: comment.id },
        query: { limit: REPLIES_PAGE, offset: pageParam },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: nextOf(REPLIES_PAGE),
  });

type CachedComments = InfiniteData<CommentPage>;

/** Changes the cached comments of every loaded list of the post, replies included. */
const changeComments = (
  client: QueryClient,
  queryKey: readonly unknown[],
  change: (comments: Comment[], page: number, pages: number) => Comment[],
): void => {
  client.setQueriesData<CachedComments>(
    { queryKey },
    (cached) =>
      cached && {
        ...cached,
        pages: cached.pages.map((page, index) => ({
          ...page,
          data: change(page.data, index, cached.pages.length),
        })),
      },
  );
};

/**
 * The total visible to the viewer changes with their own comments; changes of others come from the
 * server.
 */
const changeTotal = (client: QueryClient, postId: string, delta: number): void => {
  const counted = ({ total, ...page }: CommentPage): CommentPage => ({
    ...page,
    ...(total !== undefined && { total: Math.max(0, total + delta) }),
  });
  client.setQueriesData<CachedComments>(
    { queryKey: [...commentsKey(postId), 'list'] },
    (cached) => cached && { ...cached, pages: cached.pages.map(counted) },
  );
};

const withTotalChange = (id: string, delta: number) => (comments: Comment[]) =>
  comments.map((comment) =>
    comment.id === id
      ? { ...comment, totalReplies: Math.max(0, comment.totalReplies + delta) }
      : comment,
  );

export const addToCache = (client: QueryClient, comment: Comment): void => {
  changeTotal(client, comment.postId, 1);
  const others = (comments: Comment[]) => comments.filter(({ id }) => id !== comment.id);
  if (comment.parentId === null) {
    // In the orders "newest" and "most liked" a new comment is first; in "oldest" its page may not
    // be loaded.
    for (const sort of ['created_at:desc', 'total_likes:desc'])
      changeComments(client, [...commentsKey(comment.postId), 'list', sort], (comments, page) =>
        page === 0 ? [comment, ...others(comments)] : others(comments),
      );
    void client.invalidateQueries({
      queryKey: [...commentsKey(comment.postId), 'list', 'created_at:asc'],
    });
    return;
  }
  const parent = { postId: comment.postId, id: comment.parentId };
  changeComments(client, repliesKey(parent), (comments, page, pages) =>
    page === pages - 1 ? [...others(comments), comment] : others(comments),
  );
  changeComments(
    client,
    [...commentsKey(comment.postId), 'list'],
    withTotalChange(comment.parentId, 1),
  );
};

export const useAddComment = (postId: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      text,
      replyTo,
      idempotencyKey,
    }: {
      text: string;
      replyTo?: string;
      idempotencyKey: string;
    }) =>
      call('POST /comments', {
        body: { postId, text, ...(replyTo && { replyTo }) },
        idempotencyKey,
      }),
    onSuccess: ({ data: { totalComments, ...comment } }) => {
      addToCache(client, comment);
      changePost(client, postId, (post) => ({ ...post, totalComments }));
    },
  });
};

/** A deleted comment with replies stays as a placeholder. */
export const removeFromCache = (client: QueryClient, gone: Comment): void => {
  changeTotal(client, gone.postId, -1);
  const place: Partial<Comment> = {
    deleted: true,
    deletable: false,
    text: '',
    commentFrom: null,
    comentsFromId: null,
    totalLikes: 0,
    liked: false,
  };
  changeComments(client, commentsKey(gone.postId), (comments) =>
    comments.flatMap((comment) =>
      comment.id !== gone.id ? comment : gone.totalReplies > 0 ? { ...comment, ...place } : [],
    ),
  );
  if (gone.parentId !== null)
    changeComments(
      client,
      [...commentsKey(gone.postId), 'list'],
      withTotalChange(gone.parentId, -1),
    );
};

export const useDeleteComment = (comment: Comment) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('DELETE /comments/{id}', { params: { id: comment.id } }),
    onSuccess: ({ data }) => {
      removeFromCache(client, comment);
      changePost(client, comment.postId, (post) => ({
        ...post,
        totalComments: data.totalComments,
      }));
    },
  });
};

/** `pending`: a request is in flight and further clicks are ignored (specification section 4). */
export const useLikeComment = (comment: Comment) => {
  const client = useQueryClient();
  const [pending, setPending] = useState(false);
  const show = (patch: (cached: Comment) => Comment) =>
    changeComments(client, commentsKey(comment.postId), (comments) =>
      comments.map((cached) => (cached.id === comment.id ? patch(cached) : cached)),
    );
  const like = useToggle({
    key: `comment-like-${comment.id}`,
    on: comment.liked,
    show: (liked) =>
      show((cached) =>
        cached.liked === liked
          ? cached
          : { ...cached, liked, totalLikes: cached.totalLikes + (liked ? 1 : -1) },
      ),
    send: async (liked) => {
      setPending(true);
      try {
        const { data } = await call(
          liked ? 'POST /comments/{id}/like' : 'POST /comments/{id}/unlike',
          { params: { id: comment.id } },
        );
        show((cached) => ({ ...cached, ...data }));
      } finally {
        setPending(false);
      }
    },
  });
  return { pending, toggle: () => void (pending || like()) };
};
