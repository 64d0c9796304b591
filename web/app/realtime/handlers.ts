// The realtime handlers of all features, and what an event does wherever the viewer is.
import { commentsRealtime } from '../../features/comments/index.ts';
import { fundsRealtime } from '../../features/funds/index.ts';
import { goalsRealtime } from '../../features/goals/index.ts';
import { notificationsRealtime } from '../../features/notifications/index.ts';
import { postsRealtime } from '../../features/posts/index.ts';
import { subscriptionsRealtime } from '../../features/subscriptions/index.ts';
import { type FeatureRealtime, invalidate } from '../../client/realtime/handlers.ts';
import { playSound } from '../../client/sounds/audible.ts';
import { showToast } from '../../ui/overlays/toasts.ts';

/** Events that no feature's screens show yet, and the toast of every notification. */
const frameRealtime: FeatureRealtime = (client) => ({
  notifications: ({ data, message }) => {
    if (message) showToast(message);
    if (data.field !== 'chats') return;
    invalidate(client, ['chats']);
    playSound('message');
  },
  chats: () => invalidate(client, ['chats']),
  messages: ({ data }) => invalidate(client, ['chats', data.chatId]),
});

/** Several features may handle one event. */
export const FEATURES_REALTIME: readonly FeatureRealtime[] = [
  frameRealtime,
  notificationsRealtime,
  fundsRealtime,
  postsRealtime,
  subscriptionsRealtime,
  goalsRealtime,
  commentsRealtime,
];
