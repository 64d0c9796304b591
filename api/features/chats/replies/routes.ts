// Routes of /chats/replies.
import type { Routes } from '@camarim/contract';
import type { SavedReplyId } from '@camarim/contract/features/chats/replies';
import { SAVED_REPLIES_MAX } from '@camarim/contract/limits';
import type { DataInput } from '@camarim/contract/route';
import { AppError } from '../../../platform/errors/app-error.ts';
import { handlers } from '../../../platform/http/mount.ts';
import type { Ctx } from '../../../context.ts';
import { canSetOptions } from '../policy.ts';
import { createReply, editReply, removeReply } from './edit-reply.ts';
import { ownReply } from './policy.ts';
import { findReply, repliesOf, type ReplyRow } from './store.ts';

const present = (row: ReplyRow): DataInput<Routes['POST /chats/replies']> => ({
  id: row.id,
  title: row.title,
  text: row.text,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

export const repliesHandlers = (ctx: Ctx) => {
  const view = async (id: SavedReplyId) => {
    const row = await findReply(ctx.db, id);
    if (!row) throw new AppError('savedReply.notFound');
    return { data: present(row) };
  };
  return handlers({
    'GET /chats/replies': async ({ viewer }) => {
      const { profileId } = canSetOptions(viewer);
      return { data: (await repliesOf(ctx.db, profileId, SAVED_REPLIES_MAX)).map(present) };
    },
    'POST /chats/replies': async ({ body, viewer, context }) =>
      view(await createReply(ctx, canSetOptions(viewer), body, context.idempotencyKey)),
    'PUT /chats/replies/{id}': async ({ params, body, viewer }) => {
      await editReply(ctx, await ownReply(ctx, viewer, params.id), body);
      return view(params.id);
    },
    'DELETE /chats/replies/{id}': async ({ params, viewer }) => {
      await removeReply(ctx, await ownReply(ctx, viewer, params.id));
      return { data: null };
    },
  });
};
