// The service worker: a page for when there is no connection, and Web Push. It keeps three public
// files and nothing else: what a person sees is never stored here.
// The build replaces the version, so that browsers notice a new one.
const VERSION = 'development';
const SHELL = `shell-${VERSION}`;
const OFFLINE = '/offline.html';
const FILES = [OFFLINE, '/offline.css', '/favicon.svg'];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(FILES)));
});

self.addEventListener('activate', (event) => {
  const clean = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name)));
    // Pages are asked for while this worker starts, not after it.
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

/** The person pressed "update". */
self.addEventListener('message', ({ data }) => {
  if (data === 'update') void self.skipWaiting();
});

const page = async (event) => {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match(OFFLINE)) ?? Response.error();
  }
};

const file = async (request) => {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(request)) ?? Response.error();
  }
};

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode === 'navigate' && request.method === 'GET') event.respondWith(page(event));
  else if (FILES.includes(new URL(request.url).pathname)) event.respondWith(file(request));
});

const setBadge = (unread) =>
  unread > 0 ? self.navigator.setAppBadge?.(unread) : self.navigator.clearAppBadge?.();

self.addEventListener('push', (event) => {
  const { title, body, path, tag, unread } = event.data.json();
  event.waitUntil(
    Promise.all([
      self.registration.showNotification(title, {
        body,
        tag,
        data: { path },
        icon: '/icon-192.png',
        badge: '/badge-96.png',
      }),
      setBadge(unread),
    ]),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const address = new URL(event.notification.data?.path ?? '/notifications', self.location.origin);
  const open = async () => {
    const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    // Others stay where they are: the person may be writing there.
    const shown = windows.find(({ url }) => url === address.href);
    return shown ? shown.focus() : self.clients.openWindow(address.href);
  };
  event.waitUntil(open());
});

/** The browser renewed the subscription by itself: the server has to know the new address. */
self.addEventListener('pushsubscriptionchange', (event) => {
  const renew = async () => {
    const options = event.oldSubscription?.options ?? event.newSubscription?.options;
    const subscription =
      event.newSubscription ??
      (options && (await self.registration.pushManager.subscribe(options)));
    if (!subscription) return;
    const { endpoint, keys } = subscription.toJSON();
    const response = await fetch('/api/profiles/notifications/push', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-origin': 'CAM' },
      body: JSON.stringify({
        endpoint,
        keys: { p256dh: keys.p256dh, auth: keys.auth },
        renewed: true,
      }),
    });
    // It was turned on by a person who is not logged in here any more.
    if (response.status === 401 || response.status === 404) await subscription.unsubscribe();
  };
  event.waitUntil(renew());
});
