// Registers the service worker, and says when a new version of the site waits.
import { HOUR_MS } from '@camarim/contract/time';

const CHECK_EVERY_MS = HOUR_MS;

let waiting: ServiceWorker | null = null;
const listeners = new Set<() => void>();

const offer = (worker: ServiceWorker): void => {
  waiting = worker;
  for (const listener of listeners) listener();
};

/** For useSyncExternalStore: whether an update waits. */
export const updateStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  waits: (): boolean => waiting !== null,
  /** The server renders no prompt. */
  never: (): boolean => false,
};

/** The waiting version takes over, and the page is loaded again with it. */
export const update = (): void => {
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), {
    once: true,
  });
  waiting?.postMessage('update', []);
};

const watch = (registration: ServiceWorkerRegistration): void => {
  // The first one has nothing to replace.
  const offerIfUpdate = (worker: ServiceWorker | null): void => {
    if (worker?.state === 'installed' && navigator.serviceWorker.controller) offer(worker);
  };
  offerIfUpdate(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => offerIfUpdate(installing));
  });
};

let started = false;

/** Call it once the page is at rest. Browsers without service workers do without. */
export const registerServiceWorker = async (): Promise<void> => {
  if (started || !import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  started = true;
  const registration = await navigator.serviceWorker.register('/sw.js');
  watch(registration);
  let checkedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - checkedAt < CHECK_EVERY_MS) return;
    checkedAt = Date.now();
    void registration.update().catch(() => undefined);
  });
};
