// Saving, changing and deleting saved replies.
import type { SavedReplyId } from '@camarim/contract/features/chats/replies';
import { SAVED_REPLIES_MAX } from '@camarim/contract/limits';
import { newId } from '../../../platform/ids/new-id.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import { once } from '../../../platform/idempotency/idempotency.ts';
import type { Ctx } from '../../../context.ts';
import type { OptionsOwner } from '../policy.ts';
import { deleteReply, insertReply, type ReplyRow, type ReplyText, updateReply } from './store.ts';

/** Throws savedReply.tooMany. */
export const createReply = (
  ctx: Ctx,
  { profileId }: Allowed<OptionsOwner>,
  request: ReplyText,
  key: string | null,
): Promise<SavedReplyId> => {
  const now = ctx.clock.now();
  return once(
    ctx.db,
    { profileId, key, route: 'POST /chats/replies', request, now },
    async (tx) => {
      const id = newId() as SavedReplyId;
      const reply = { id, producerId: profileId, ...request, now };
      if (!(await insertReply(tx, reply, SAVED_REPLIES_MAX)))
        throw new AppError('savedReply.tooMany');
      return id;
    },
  );
};

export const editReply = ({ db, clock }: Ctx, { id }: Allowed<ReplyRow>, text: ReplyText) =>
  updateReply(db, id, text, clock.now());

export const removeReply = ({ db }: Ctx, { id }: Allowed<ReplyRow>): Promise<void> =>
  deleteReply(db, id);
