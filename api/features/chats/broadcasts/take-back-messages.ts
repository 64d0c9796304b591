// Taking messages of one sender back, within the caller's transaction: those that were unread count
// no more.
import type { MessageId } from '@camarim/contract/features/chats/messages';
import type { ProfileId } from '@camarim/contract/ids';
import type { Ctx } from '../../../context.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { readNotificationsFrom } from '../../notifications/index.ts';
import { lockChats, takeBackMessages } from '../messages-store.ts';

export const takeBack = async (
  ctx: Ctx,
  tx: Transaction,
  senderId: ProfileId,
  ids: readonly MessageId[],
): Promise<void> => {
  await lockChats(tx, ids);
  const profileIds = await takeBackMessages(tx, ids, ctx.clock.now());
  await readNotificationsFrom(ctx, tx, { profileIds, type: 'message', fromId: senderId });
};
