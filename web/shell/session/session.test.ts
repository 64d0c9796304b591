// The end of a session: the page starts anew, except where it has just said that the account is removed.
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const fresh = async () => {
  const assign = vi.fn<(address: string) => void>();
  vi.stubGlobal('window', { location: { assign } });
  vi.stubGlobal('localStorage', { clear: () => undefined });
  vi.stubGlobal('reportError', () => undefined);
  const { installTransport } = await import('../api/api.ts');
  installTransport(async () => ({ status: 200, body: { success: true, data: null } }));
  const session = await import('./session.ts');
  return { ...session, assign };
};

test('a session that is over starts anew at home', async () => {
  const { endSession, assign } = await fresh();
  await endSession();
  expect(assign).toHaveBeenCalledExactlyOnceWith('/');
});

test('after the account was removed, what fails afterwards does not take the page away', async () => {
  const { endSession, forgetSession, rememberUser, currentUser, assign } = await fresh();
  rememberUser({ id: 'u' } as never);
  forgetSession();
  expect(currentUser()).toBeNull();
  await endSession();
  expect(assign).not.toHaveBeenCalled();
});
