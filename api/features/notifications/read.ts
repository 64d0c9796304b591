// What is unread, and marking it as read.
import type { NotificationId } from '@camarim/contract/ids';
import { topicKey } from '@camarim/contract/events';
import type { Services } from '../../feature.ts';
import type { Ctx } from '../../context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { loadUnread, markRead } from './store.ts';

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

/** Other browsers of the person hear of it. Null marks all. */
export const readNotifications = async (
  { db, clock, outbox }: Ctx,
  { profileId }: Viewer,
  ids: readonly NotificationId[] | null,
): Promise<void> => {
  await transaction(db, async (tx) => {
    if (await markRead(tx, profileId, ids, clock.now()))
      await outbox.publish(tx, {
        event: 'notifications',
        topics: [topicKey('member', profileId)],
        payload: { field: 'notifications', id: null },
      });
  });
};
