// Turning notifications on where the browser does not reach its push service.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { toastStore } from '../../ui/overlays/toasts.ts';
import { PushDevices } from './PushDevices.tsx';
import { pushQuery } from './queries.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

test('a browser that can’t subscribe says so', async () => {
  // The error is reported, too, which would fail the run.
  vi.stubGlobal('reportError', () => undefined);
  vi.stubGlobal('PushManager', {});
  vi.stubGlobal('Notification', {
    permission: 'granted',
    requestPermission: async () => 'granted',
  });
  const subscribe = async () => {
    throw new DOMException('Registration failed - push service error', 'AbortError');
  };
  const worker = { pushManager: { getSubscription: async () => null, subscribe } };
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { ready: Promise.resolve(worker), getRegistration: async () => worker },
  });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(pushQuery().queryKey, { publicKey: 'AAAA', devices: [] });
  const screen = await render(
    <QueryClientProvider client={client}>
      <PushDevices />
    </QueryClientProvider>,
  );
  await screen.getByRole('button', { name: 'Ligar neste aparelho' }).click();
  await expect
    .poll(() => toastStore.current().map(({ text }) => text), { timeout: 20_000 })
    .toEqual([expect.stringContaining('O navegador não conseguiu')]);
});
