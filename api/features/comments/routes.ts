// /comments on the wire.
import type { PostId } from '@camarim/contract/ids';
import { handlers } from '../../platform/http/mount.ts';
import type { Ctx } from '../../context.ts';
import {
  commentToReplyTo,
  openThread,
  ownComment,
  readableComment,
  readableReplies,
} from './policy.ts';
import { createComment, deleteComment, likeComment, listComments, listReplies } from './service.ts';

/** The contract lets in only `post_id:eq:<uuid>`. */
const postIdOf = (filter: `post_id:eq:${string}`): PostId =>
  filter.slice(filter.lastIndexOf(':') + 1).toLowerCase() as PostId;

const ORDERS = {
  'created_at:desc': 'newest',
  'created_at:asc': 'oldest',
  'total_likes:desc': 'mostLiked',
} as const;

export const commentsHandlers = (ctx: Ctx) =>
  handlers({
    'GET /comments': async ({ query: { limit, offset, sort, filter }, context }) => {
      const thread = await openThread(ctx, postIdOf(filter), context);
      const { data, total } = await listComments(ctx, thread, context.requester, {
        limit,
        offset,
        order: ORDERS[sort],
      });
      return { data, total, limit, offset };
    },
    'GET /comments/{id}/replies': async ({ params, query, context }) => {
      return {
        data: await listReplies(
          ctx,
          await readableReplies(ctx, params.id, context),
          context.requester,
          query,
        ),
        ...query,
      };
    },
    'POST /comments': async ({ body, viewer, context }) => {
      const thread = await openThread(ctx, body.postId, context);
      const answered =
        body.replyTo === undefined
          ? null
          : await commentToReplyTo(ctx, body.replyTo, thread, viewer);
      return {
        data: await createComment(
          ctx,
          thread,
          viewer,
          { text: body.text, answered },
          context.idempotencyKey,
        ),
      };
    },
    'DELETE /comments/{id}': async ({ params, viewer }) => ({
      data: {
        totalComments: await deleteComment(ctx, await ownComment(ctx, params.id, viewer)),
      },
    }),
    'POST /comments/{id}/like': async ({ params, viewer, context }) => ({
      data: await likeComment(ctx, await readableComment(ctx, params.id, context), viewer, true),
    }),
    'POST /comments/{id}/unlike': async ({ params, viewer, context }) => ({
      data: await likeComment(ctx, await readableComment(ctx, params.id, context), viewer, false),
    }),
  });
