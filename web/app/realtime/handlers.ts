// The realtime handlers of all features, and what an event does wherever the viewer is.
import type { FeatureRealtime } from '../../client/realtime/handlers.ts';
import { showToast } from '../../ui/overlays/toasts.ts';

/** The toast of every notification. */
const frameRealtime: FeatureRealtime = () => ({
  notifications: ({ message }) => {
    if (message) showToast(message);
  },
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
