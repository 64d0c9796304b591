// Web Push in this browser: the service worker, the permission and the subscription.
import { call, type Data } from '../../client/api/api.ts';
import { isPushSupported, pushSubscription } from '../../client/session/push.ts';

export type PushState = 'unsupported' | 'denied' | 'off' | 'on';

export const pushState = async (): Promise<PushState> => {
  if (!isPushSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return (await pushSubscription()) ? 'on' : 'off';
};

/**
 * What holds for the person who is logged in: the browser keeps its subscription when a session
 * ends, and the server then sends it nothing. `here` is the id under which this browser is known.
 */
export const stateWith = (
  browser: PushState,
  here: string | null,
  known: readonly string[],
): PushState => (browser === 'on' && !known.some((id) => id === here) ? 'off' : browser);

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> => {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (character) => character.codePointAt(0) ?? 0);
};

type Device = Data<'POST /profiles/notifications/push'>;

const register = async (subscription: PushSubscription): Promise<Device> => {
  const { endpoint = '', keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  const { data } = await call('POST /profiles/notifications/push', {
    body: { endpoint, keys: { p256dh, auth } },
  });
  return data;
};

/** Asks for the permission and subscribes; null when the person says no. Call it from a press. */
export const turnOn = async (publicKey: string): Promise<Device | null> => {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const { pushManager } = await navigator.serviceWorker.ready;
  // A subscription of another key, as after the restore of a backup, can't be used.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(publicKey),
  });
  try {
    return await register(subscription);
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
};

/** The push service then refuses the address, and the server removes it at its next message. */
export const turnOff = async (): Promise<void> => {
  await (await pushSubscription())?.unsubscribe();
};
