// The Web Push subscription of this browser, which a person takes along when they log out.
import { call } from '../api/api.ts';

/** Under this name the browser keeps the id by which the server knows it. */
export const PUSH_DEVICE = 'camarim.pushDevice';

/** A push service that does not answer must not keep a person from leaving. */
const PATIENCE_MS = 3_000;

export const isPushSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Null without one. */
export const pushSubscription = async (): Promise<PushSubscription | null> => {
  if (!isPushSupported()) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
};

const endPush = async (): Promise<void> => {
  const deviceId = localStorage.getItem(PUSH_DEVICE);
  const subscription = await pushSubscription();
  await Promise.all([
    subscription?.unsubscribe(),
    deviceId !== null &&
      call('DELETE /profiles/notifications/push/{id}', {
        params: { id: deviceId as never },
        handled: [401, 403, 404, 429, 500, 503],
      }),
  ]);
};

/** Ends the subscription here and on the server, as far as both answer. Never throws. */
export const endPushHere = async (): Promise<void> => {
  const tooLong = new Promise<void>((resolve) => void setTimeout(resolve, PATIENCE_MS));
  await Promise.race([endPush().catch(reportError), tooLong]);
};
