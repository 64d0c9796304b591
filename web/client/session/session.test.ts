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

test('a session that ended starts again at the home page', async () => {
  const { endSession, assign } = await fresh();
  await endSession();
  expect(assign).toHaveBeenCalledExactlyOnceWith('/');
});

test('after the account was removed, failing calls do not leave the page', async () => {
  const { endSession, forgetSession, rememberUser, currentUser, assign } = await fresh();
  rememberUser({ id: 'u' } as never);
  forgetSession();
  expect(currentUser()).toBeNull();
  await endSession();
  expect(assign).not.toHaveBeenCalled();
});
