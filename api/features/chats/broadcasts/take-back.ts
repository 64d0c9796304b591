// Taking a content back from all mass messages that have it, and telling their receivers of
// changes.
import type { MessageContentId } from '@camarim/contract/features/chats/messages';
import type { Ctx } from '../../../context.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { lockContent, setContentUnsent } from '../contents-store.ts';
import { beginAnnouncing } from './delivery-store.ts';
import { setUnsentWith } from './store.ts';

/** Receivers see the new state; the sender's other devices, too. */
export const announceContent = async (
  ctx: Ctx,
  tx: Transaction,
  contentId: MessageContentId,
): Promise<void> => {
  for (const broadcastId of await beginAnnouncing(tx, contentId))
    await ctx.jobs.enqueue(tx, 'chats.announceBroadcast', { broadcastId });
};

/**
 * Within the caller's transaction: no other receiver gets it, and it is gone for all who have not
 * bought it. The mass messages are locked before the content, as when they are sent.
 */
export const takeBackContent = async (
  ctx: Ctx,
  tx: Transaction,
  contentId: MessageContentId,
): Promise<void> => {
  await setUnsentWith(tx, contentId);
  await lockContent(tx, contentId, 'update');
  await setContentUnsent(tx, contentId, ctx.clock.now());
  await announceContent(ctx, tx, contentId);
};
