// /comments: what people say under a post.
import { z } from 'zod';
import type { PostId } from '../ids.ts';
import { COMMENTS_PAGE, COMMENT_MAX, REPLIES_PAGE } from '../limits.ts';
import { route } from '../route.ts';
import { id, instant, page } from '../wire.ts';
import { profileSummarySchema } from './profiles.ts';

declare module '../events.ts' {
  interface RealtimeEvents {
    /** Comments of a post that I look at became more or fewer. */
    comments: { postId: string; totalComments: number };
  }
  interface Topics {
    /** Sockets that show the comments of this post. */
    post: PostId;
  }
}

/** Source: specification section 3, Comment. */
export const commentSchema = z
  .object({
    id: id('comment'),
    postId: id('post'),
    /** Owner of the post. */
    profileId: id('profile'),
    /** Null of a deleted one. */
    comentsFromId: id('profile').nullable(),
    commentFrom: profileSummarySchema.nullable(),
    parentId: id('comment').nullable().meta({ description: 'the comment it answers' }),
    totalReplies: z.int().meta({ description: 'answers that the reader may see' }),
    deleted: z
      .boolean()
      .meta({ description: 'it is gone, and stands here because of its answers' }),
    text: z.string(),
    totalLikes: z.int(),
    liked: z.boolean(),
    /** The viewer may delete it: author or owner of the post. */
    deletable: z.boolean(),
    createdAt: instant,
  })
  .meta({ id: 'Comment' });

const commentParams = z.object({ id: id('comment') });
const likeReply = z.object({ liked: z.boolean(), totalLikes: z.int() });

export const commentsRoutes = {
  'GET /comments': route({
    id: 'comments.list',
    summary:
      'Comments of one post without their answers: newest, oldest or most liked first; total counts the comments and answers that the reader may see',
    auth: 'optional',
    query: z.object({
      ...page(COMMENTS_PAGE, 50),
      sort: z
        .enum(['created_at:desc', 'created_at:asc', 'total_likes:desc'])
        .default('created_at:desc'),
      filter: z
        .templateLiteral(['post_id:eq:', z.uuid()])
        .meta({ description: 'post_id:eq:<post id>' }),
    }),
    reply: z.array(commentSchema),
    list: 'offset',
    errors: ['age.proofRequired', 'post.notFound', 'post.locked', 'comment.off'],
  }),
  'GET /comments/{id}/replies': route({
    id: 'comments.replies',
    summary: 'Answers to a comment, oldest first',
    auth: 'optional',
    params: commentParams,
    query: z.object(page(REPLIES_PAGE, 50)),
    reply: z.array(commentSchema),
    list: 'offset',
    errors: ['age.proofRequired', 'comment.notFound', 'post.locked'],
  }),
  'POST /comments': route({
    id: 'comments.create',
    summary: 'Comments on a post the viewer may see',
    auth: 'member',
    body: z.object({
      profileId: id('profile').optional(),
      postId: id('post'),
      replyTo: id('comment').optional().meta({
        description:
          'the comment of this post that it answers; an answer to an answer stands beside it',
      }),
      /** Non-blank; runs of three or more line breaks collapse to one. */
      text: z
        .string()
        .transform((text) => text.trim().replaceAll(/(\r?\n){3,}/g, '\n'))
        .pipe(z.string().min(1).max(COMMENT_MAX)),
    }),
    example: { postId: '01890a5d-ac96-774b-bcce-b302099a8057', text: 'Que luz bonita!' },
    reply: commentSchema
      .extend({ totalComments: z.int().meta({ description: 'of the post' }) })
      .meta({ id: 'NewComment' }),
    idempotency: 'accepted',
    errors: [
      'age.proofRequired',
      'post.notFound',
      'post.locked',
      'comment.off',
      'comment.notFound',
    ],
    perMinute: 30,
  }),
  'DELETE /comments/{id}': route({
    id: 'comments.delete',
    summary: 'Deletes a comment: its author or the owner of the post',
    auth: 'member',
    params: commentParams,
    reply: z.object({ totalComments: z.int() }),
    errors: ['comment.notFound'],
  }),
  'POST /comments/{id}/like': route({
    id: 'comments.like',
    summary: 'Likes a comment',
    auth: 'member',
    params: commentParams,
    reply: likeReply,
    errors: ['age.proofRequired', 'comment.notFound', 'post.locked'],
  }),
  'POST /comments/{id}/unlike': route({
    id: 'comments.unlike',
    summary: 'Takes a like back',
    auth: 'member',
    params: commentParams,
    reply: likeReply,
    errors: ['age.proofRequired', 'comment.notFound', 'post.locked'],
  }),
};
