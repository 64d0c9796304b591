// What is unread, and marking it as read.
import type { NotificationType } from '@camarim/contract/features/notifications';
import type { NotificationId, ProfileId } from '@camarim/contract/ids';
import { topicKey } from '@camarim/contract/events';
import type { Services } from '../../feature.ts';
import type { Ctx } from '../../context.ts';
import { type Transaction, transaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { loadUnread, markRead, markReadFrom } from './store.ts';

/** The count of the bell, and the flags of the specification (section 3). */
export const viewUnread = async (
  { db }: Pick<Ctx, 'db'>,
  { hasUnreadChats }: Pick<Services, 'hasUnreadChats'>,
  viewer: Viewer,
) => {
  const [{ unread, ...flags }, chat] = await Promise.all([
    loadUnread(db, viewer),
    hasUnreadChats(viewer),
  ]);
  return { unread, flags: { chat, ...flags } };
};

const publishRead = (
  { outbox }: Pick<Ctx, 'outbox'>,
  tx: Transaction,
  ...profileIds: ProfileId[]
): Promise<void> =>
  outbox.publish(tx, {
    event: 'notifications',
    topics: profileIds.map((profileId) => topicKey('member', profileId)),
    payload: { field: 'notifications', id: null },
  });

/**
 * In the caller's transaction: these people have seen elsewhere what their notifications of one
 * type from one person are about, or it is gone.
 */
export const readNotificationsFrom = async (
  ctx: Ctx,
  tx: Transaction,
  which: { profileIds: readonly ProfileId[]; type: NotificationType; fromId: ProfileId },
): Promise<void> => {
  const readers = await markReadFrom(tx, which, ctx.clock.now());
  if (readers.length > 0) await publishRead(ctx, tx, ...readers);
};

/** Other browsers of the person hear of it. Null marks all. */
export const readNotifications = async (
  ctx: Ctx,
  { profileId }: Viewer,
  ids: readonly NotificationId[] | null,
): Promise<void> => {
  await transaction(ctx.db, async (tx) => {
    if (await markRead(tx, profileId, ids, ctx.clock.now())) await publishRead(ctx, tx, profileId);
  });
};
