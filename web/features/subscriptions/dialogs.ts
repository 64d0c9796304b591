// The dialogs of this feature, which any code opens by name.
import { lazyPart } from '../../client/load-part.ts';

declare module '../../client/dialogs.ts' {
  interface DialogProps {
    /** Subscribes to the profile behind a domain name. */
    subscribe: { username: string };
  }
}

export const subscriptionsDialogs = {
  subscribe: lazyPart(() => import('./SubscribeDialog.tsx')),
};
