// A new notification, or one that was read in another browser.
import { type FeatureRealtime, invalidate } from '../../client/realtime/handlers.ts';
import { notificationKeys } from './keys.ts';

export const realtime: FeatureRealtime = (client) => ({
  notifications: ({ data }) => {
    if (data.field === 'notifications')
      invalidate(client, notificationKeys.lists, notificationKeys.unread);
    if (data.field === 'chats') invalidate(client, notificationKeys.unread);
  },
});
