// The token of a link that an email brought: behind the `#`, so that no server and no log sees it.
import { useSyncExternalStore } from 'react';

const subscribeToHash = (changed: () => void) => {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
};

/** Only the browser has it: undefined on the server, empty without one. */
export const useHashToken = (): string | undefined =>
  useSyncExternalStore(
    subscribeToHash,
    () => window.location.hash.slice(1),
    () => undefined,
  );
