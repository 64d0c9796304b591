// The end of a session: the page starts again, except where it has just said that the account is
// removed.
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const fresh = async (device: string | null = null) => {
  const assign = vi.fn<(address: string) => void>();
  const sent: string[] = [];
  vi.stubGlobal('window', { location: { assign }, PushManager: {}, Notification: {} });
  vi.stubGlobal('localStorage', { clear: () => undefined, getItem: () => device });
  const subscription = { unsubscribe: async () => void sent.push('unsubscribe') };
  const pushManager = { getSubscription: async () => (device === null ? null : subscription) };
  vi.stubGlobal('document', { cookie: '' });
  const tab = new Map([['teamInvitation', 'token']]);
  vi.stubGlobal('sessionStorage', {
    clear: () => tab.clear(),
    getItem: (key: string) => tab.get(key) ?? null,
    setItem: (key: string, value: string) => void tab.set(key, value),
  });
  vi.stubGlobal('navigator', {
    serviceWorker: { getRegistration: async () => ({ pushManager }) },
  });
  vi.stubGlobal('reportError', () => undefined);
  const { installTransport } = await import('../api/api.ts');
  installTransport(async ({ method, path }) => {
    sent.push(`${method} ${path}`);
    return { status: 200, body: { success: true, data: null } };
  });
  const session = await import('./session.ts');
  return { ...session, assign, sent, tab };
};

test('a session that ended starts again at the home page', async () => {
  const { endSession, assign } = await fresh();
  await endSession();
  expect(assign).toHaveBeenCalledExactlyOnceWith('/');
});

test('logging out ends the push subscription of the browser, here and on the server, before the session', async () => {
  const { endSession, sent } = await fresh('d1');
  await endSession();
  expect(sent).toEqual([
    'unsubscribe',
    'DELETE /profiles/notifications/push/d1',
    'POST /auth/logout',
  ]);
});

test('failing calls do not leave the page after the account was removed', async () => {
  const { endSession, forgetSession, rememberUser, currentUser, assign } = await fresh();
  rememberUser({ id: 'u' } as never);
  forgetSession();
  expect(currentUser()).toBeNull();
  await endSession();
  expect(assign).not.toHaveBeenCalled();
});
