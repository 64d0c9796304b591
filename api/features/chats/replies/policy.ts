// Who may see and change a saved reply: its producer. Another one's is "not found".
import type { SavedReplyId } from '@camarim/contract/features/chats/replies';
import { AppError } from '../../../platform/errors/app-error.ts';
import { type Allowed, allow } from '../../../platform/http/allowed.ts';
import type { ProducerViewer } from '../../../platform/http/viewer.ts';
import type { Ctx } from '../../../context.ts';
import { findReply, type ReplyRow } from './store.ts';

/** Throws savedReply.notFound. */
export const ownReply = async (
  { db }: Ctx,
  { profileId }: ProducerViewer,
  id: SavedReplyId,
): Promise<Allowed<ReplyRow>> => {
  const row = await findReply(db, id);
  if (row?.producer_id !== profileId) throw new AppError('savedReply.notFound');
  return allow(row);
};
