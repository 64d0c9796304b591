// The receipt on the last screen of a show: the screen may come before the server has ended the
// entry.
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { installTransport } from '../../../client/api/api.ts';
import { makeQueryClient } from '../../../client/query-client.ts';
import { m } from '../../../paraglide/messages.js';
import { dismissToast, toastStore } from '../../../ui/overlays/toasts.ts';
import { realtime } from '../realtime.ts';
import { OwnReceipt } from './OwnReceipt.tsx';

afterEach(() => {
  for (const { id } of toastStore.current()) dismissToast(id);
});

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

/** `toast`: what is said at once, wherever the person is; `text`: on the receipt. */
const EXITS = [
  {
    exit: 'money',
    toast: m.live_money_ended(),
    text: m.receipt_exit_money(),
  },
  {
    exit: 'limit',
    toast: m.live_limit_ended(),
    text: m.receipt_exit_limit(),
  },
  { exit: 'removed', toast: m.receipt_exit_removed(), text: m.receipt_exit_removed() },
  { exit: 'showEnded', toast: null, text: null },
  { exit: 'left', toast: null, text: null },
] as const;

test.each(EXITS)(
  'the end of a show for its watcher by $exit is said at once, and on the receipt with what it cost',
  async ({ exit, toast, text }) => {
    const receipt = { ...RECEIPT, endedAt: '2026-03-01T12:01:15.000Z', exit };
    const other = { ...receipt, id: 'e0', liveId: 'l0', exit: 'money', total: 99_900 };
    installTransport(async () => ({
      status: 200,
      body: { success: true, data: [other, receipt] },
    }));
    const client = makeQueryClient();
    realtime(client)['live-money']?.({
      success: true,
      data: { liveId: 'l1', state: 'ended', exit },
    });
    expect(toastStore.current().map((shown) => shown.text)).toEqual(toast === null ? [] : [toast]);
    const page = await render(
      <QueryClientProvider client={client}>
        <OwnReceipt liveId="l1" />
      </QueryClientProvider>,
    );
    await expect.element(page.getByLabelText(m.live_receipt_title())).toBeVisible();
    const rows = [...page.container.querySelectorAll('dt')].map((term) => [
      term.textContent,
      term.nextElementSibling?.textContent.replaceAll('\u{a0}', ' '),
    ]);
    expect(rows).toEqual([
      [m.receipt_start(), expect.stringContaining('09:00')],
      [m.receipt_end(), expect.stringContaining('09:01')],
      [m.receipt_delivered(), '1:10'],
      [m.receipt_rate({ count: 2 }), 'R$ 6,00'],
      [m.receipt_total(), 'R$ 12,00'],
    ]);
    const reasons = EXITS.flatMap((one) => one.text ?? []).filter(
      (one) => page.getByText(one).elements().length > 0,
    );
    expect(reasons).toEqual(text === null ? [] : [text]);
  },
);
