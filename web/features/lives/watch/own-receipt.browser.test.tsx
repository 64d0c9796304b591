// The receipt on the last screen of a show: the screen may come before the server has ended the
// entry.
import { QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { installTransport } from '../../../client/api/api.ts';
import { makeQueryClient } from '../../../client/query-client.ts';
import { toastStore } from '../../../ui/overlays/toasts.ts';
import { realtime } from '../realtime.ts';
import { OwnReceipt } from './OwnReceipt.tsx';

const RECEIPT = {
  id: 'e1',
  liveId: 'l1',
  enteredAt: '2026-03-01T12:00:00.000Z',
  startedAt: '2026-03-01T12:00:05.000Z',
  endedAt: null as string | null,
  exit: null as string | null,
  charge: 'minute',
  price: 600,
  minutes: 2,
  secondsDelivered: 70,
  total: 1_200,
  fee: null,
  refunded: 0,
};

test('a receipt that was being read when its entry ended is read again, and shows the end', async () => {
  let receipt = RECEIPT;
  const unanswered: (() => void)[] = [];
  installTransport(() => {
    const data = [receipt];
    return new Promise((resolve) =>
      unanswered.push(() => resolve({ status: 200, body: { success: true, data } })),
    );
  });
  const client = makeQueryClient();
  const page = await render(
    <QueryClientProvider client={client}>
      <OwnReceipt liveId="l1" />
    </QueryClientProvider>,
  );
  await expect.poll(() => unanswered.length).toBe(1);
  receipt = { ...RECEIPT, endedAt: '2026-03-01T12:01:15.000Z', exit: 'showEnded' };
  realtime(client)['live-money']?.({
    success: true,
    data: { liveId: 'l1', state: 'ended', exit: 'showEnded' },
  });
  unanswered[0]?.();
  await expect.poll(() => unanswered.length).toBe(2);
  unanswered[1]?.();
  await expect.element(page.getByText('Fim', { exact: true })).toBeVisible();
});

test('a watcher whose access was ended reads so at once, and on the receipt', async () => {
  const receipt = { ...RECEIPT, endedAt: '2026-03-01T12:01:15.000Z', exit: 'removed' };
  installTransport(async () => ({ status: 200, body: { success: true, data: [receipt] } }));
  const client = makeQueryClient();
  realtime(client)['live-money']?.({
    success: true,
    data: { liveId: 'l1', state: 'ended', exit: 'removed' },
  });
  expect(toastStore.current().map(({ text }) => text)).toEqual([
    expect.stringContaining('seu acesso a ele foi encerrado'),
  ]);
  const page = await render(
    <QueryClientProvider client={client}>
      <OwnReceipt liveId="l1" />
    </QueryClientProvider>,
  );
  await expect.element(page.getByText(/seu acesso a ele foi encerrado/)).toBeVisible();
});
