// The realtime handlers of all features, and what an event does wherever the viewer is.
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

/**
 * What each feature with a realtime.ts does with its events, from the list of these files that Vite
 * makes. Several features may handle one event.
 */
const ofFeatures = import.meta.glob<FeatureRealtime>('../../features/*/realtime.ts', {
  eager: true,
  import: 'realtime',
});

export const FEATURES_REALTIME: readonly FeatureRealtime[] = [
  frameRealtime,
  ...Object.values(ofFeatures),
];
