// The service worker of a build: it has the build's version, and keeps only public files.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { withVersion } from './version-service-worker.ts';

const script = readFileSync(join(import.meta.dirname, 'public/sw.js'), 'utf8');

type Listener = (event: Record<string, unknown>) => void;

/** Runs the service worker's script with a network that is up or down; its caches are real maps. */
const start = (online: boolean, addresses: readonly string[] = [], status = 200) => {
  const windows = addresses.map((path) => ({
    url: `https://example.com${path}`,
    focused: false,
    async focus() {
      this.focused = true;
    },
    async navigate(url: string) {
      this.url = url;
    },
  }));
  const opened: string[] = [];
  const listeners = new Map<string, Listener>();
  const stored = new Map<string, Response>();
  const shown: unknown[] = [];
  const fetched: string[] = [];
  const cache = {
    addAll: async (paths: string[]) => {
      for (const path of paths) stored.set(path, new Response(path));
    },
  };
  const self = {
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
    skipWaiting: async () => undefined,
    clients: {
      claim: async () => undefined,
      matchAll: async () => windows,
      openWindow: async (url: string) => void opened.push(url),
    },
    location: { origin: 'https://example.com' },
    navigator: {},
    registration: {
      showNotification: async (...notification: unknown[]) => void shown.push(notification),
    },
  };
  runInNewContext(withVersion(script, 'v1'), {
    self,
    URL,
    Response,
    Promise,
    JSON,
    caches: {
      open: async () => cache,
      keys: async () => [],
      match: async (request: string | { url: string }) =>
        stored.get(typeof request === 'string' ? request : new URL(request.url).pathname),
    },
    fetch: async (request: string | { url: string }, init?: { body: string }) => {
      if (!online) throw new TypeError('offline');
      fetched.push(typeof request === 'string' ? `${request} ${init?.body}` : request.url);
      return new Response('from the network', { status });
    },
  });
  const send = async (name: string, event: Record<string, unknown>) => {
    const results: unknown[] = [];
    listeners.get(name)?.({
      ...event,
      waitUntil: (work: unknown) => results.push(work),
      respondWith: (work: unknown) => results.push(work),
    });
    return Promise.all(results);
  };
  const visit = async (path: string, mode = 'navigate', method = 'GET') => {
    const [response] = await send('fetch', {
      request: { url: `https://example.com${path}`, mode, method },
    });
    return response === undefined ? undefined : (response as Response).text();
  };
  return { send, visit, stored, shown, fetched, windows, opened };
};

test('a page without a connection is the offline page, and its files are there', async () => {
  const worker = start(false);
  await worker.send('install', {});
  expect(await worker.visit('/wallet')).toBe('/offline.html');
  expect(await worker.visit('/offline.css', 'no-cors')).toBe('/offline.css');
});

test('the service worker stores no page, no call of the API and no media', async () => {
  const worker = start(true);
  await worker.send('install', {});
  expect(await worker.visit('/wallet')).toBe('from the network');
  for (const path of ['/api/funds', '/media/a.jpg', '/assets/a.js'])
    expect(await worker.visit(path, 'cors')).toBeUndefined();
  expect(await worker.visit('/wallet', 'navigate', 'POST')).toBeUndefined();
  expect([...worker.stored.keys()]).toEqual(['/offline.html', '/offline.css', '/favicon.svg']);
});

test('a push is shown as the server wrote it', async () => {
  const worker = start(true);
  const payload = {
    title: 'Você tem uma novidade.',
    body: '',
    path: '/notifications',
    tag: 'unread',
    unread: 1,
  };
  await worker.send('push', { data: { json: () => payload } });
  expect(worker.shown).toMatchObject([
    ['Você tem uma novidade.', { body: '', tag: 'unread', data: { path: '/notifications' } }],
  ]);
});

const press = (path: string) => ({ notification: { close: () => undefined, data: { path } } });

test('pressing a push leaves the pages that are open where they are, with what is written in them', async () => {
  const worker = start(true, ['/posts/new']);
  await worker.send('notificationclick', press('/earnings'));
  expect(worker.windows[0]?.url).toBe('https://example.com/posts/new');
  expect(worker.opened).toEqual(['https://example.com/earnings']);
});

test('pressing a push whose page is open shows that one', async () => {
  const worker = start(true, ['/posts/new', '/earnings']);
  await worker.send('notificationclick', press('/earnings'));
  expect(worker.windows.map(({ focused }) => focused)).toEqual([false, true]);
  expect(worker.opened).toEqual([]);
});

test.each([
  [200, 'stays', false],
  [401, 'ends, because its person is logged out', true],
  [404, 'ends, because another person is logged in', true],
])(
  'an address that the browser renewed and the server answers with %i %s',
  async (status, _what, ends) => {
    const worker = start(true, [], status);
    let ended = false;
    const newSubscription = {
      toJSON: () => ({ endpoint: 'https://push.example.com/1', keys: { p256dh: 'k', auth: 'a' } }),
      unsubscribe: async () => void (ended = true),
    };
    await worker.send('pushsubscriptionchange', { newSubscription });
    expect(worker.fetched[0]).toContain('"renewed":true');
    expect(ended).toBe(ends);
  },
);

test('a service worker without a place for the version stops the build', () => {
  expect(() => withVersion('self.skipWaiting()', 'v1')).toThrow('no place');
});
