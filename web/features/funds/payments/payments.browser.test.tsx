// The payment history: until when a code can be paid, and what there is to do once its time is
// over.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { type Charge, chargesQuery } from '../queries.ts';
import { Payments } from './Payments.tsx';

const CREATED = '2026-11-28T12:00:00.000Z';
const EXPIRES = '2026-11-28T12:15:00.000Z';

afterEach(() => vi.useRealTimers());

const show = (now: string, changes: object = {}) => {
  vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] });
  const charge = {
    id: 'c1',
    method: 'pix',
    status: 'pending',
    value: 2_500,
    createdAt: CREATED,
    heldUntil: null,
    forSubscription: false,
    receiptId: null,
    intent: null,
    pixPayment: { qrCode: '000201', expiresWhen: EXPIRES },
    billPayment: null,
    picpayPayment: null,
    paypalPayment: null,
    challenge: null,
    ...changes,
  } as unknown as Charge;
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(chargesQuery().queryKey, {
    pages: [{ data: [charge], cursor: null }],
    pageParams: [null],
  } as never);
  const element = (
    <QueryClientProvider client={client}>
      <Payments heading={undefined} />
    </QueryClientProvider>
  );
  return render(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />);
};

test('a pending code says until when it can be paid, once with the day', async () => {
  const screen = await show('2026-11-28T12:01:00.000Z');
  await expect.element(screen.getByText('Aguardando pagamento')).toBeVisible();
  expect(screen.container.textContent).toContain('28 de nov. de 2026, 09:00 · até 09:15');
  await expect.element(screen.getByRole('button', { name: /^Pagar/ })).toBeVisible();
});

test('a code whose time is over is expired and can be tried again, before the server says so', async () => {
  const screen = await show('2026-11-28T12:15:00.000Z');
  await expect.element(screen.getByText('Expirado')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /^Tentar de novo/ })).toBeVisible();
  expect(screen.container.textContent).not.toMatch(/até|Pagar|Aguardando/);
});

test('a boleto is no code of some minutes', async () => {
  const bill = { pixPayment: null, billPayment: { dueDate: '2026-12-01' }, method: 'boleto' };
  const screen = await show('2026-11-28T13:00:00.000Z', bill);
  await expect.element(screen.getByText('Aguardando pagamento')).toBeVisible();
  await expect.element(screen.getByText(/até 1 de dezembro de 2026/)).toBeVisible();
});
