// Paying a blocked person: the amount and a reason are sent once, and what is refused is said.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { watchFailures } from '../../../client/failures.ts';
import { CashOutOfBlocked } from './CashOutOfBlocked.tsx';

let sent: { body: unknown; key: string | null }[];
let refused: object | null;
beforeEach(() => {
  sent = [];
  refused = null;
  watchFailures();
  // Only the network's edge is replaced.
  vi.stubGlobal('fetch', async (_path: string, init: { headers: HeadersInit; body: string }) => {
    sent.push({
      body: JSON.parse(init.body),
      key: new Headers(init.headers).get('idempotency-key'),
    });
    return refused
      ? Response.json({ success: false, ...refused }, { status: 409 })
      : Response.json({ success: true, data: { id: 'c1' } });
  });
});
afterEach(() => vi.unstubAllGlobals());

const show = () => {
  const router = createMemoryRouter([
    {
      path: '/',
      element: <CashOutOfBlocked profileId={'p1' as never} earnings={80_000 as never} />,
    },
  ]);
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
};

test('the cash-out of a blocked person is asked for with all that is available and a reason', async () => {
  const screen = await show();
  const ask = screen.getByRole('button', { name: 'Pedir o saque' });
  await ask.click();
  expect(sent).toEqual([]);
  await screen.getByLabelText(/Motivo/).fill('Pedido por email');
  await ask.click();
  await expect
    .poll(() => sent.map(({ body }) => body))
    .toEqual([{ profileId: 'p1', value: 80_000, reason: 'Pedido por email' }]);
  await expect.element(screen.getByText(/espera por uma decisão/).first()).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: 'Ver os saques em espera' }))
    .toHaveAttribute('href', '/dsb/transactions');
});

test('a refusal is said, and the next attempt is a new one', async () => {
  refused = { code: 'cashOut.noAccount', message: 'Falta a conta bancária.' };
  const screen = await show();
  await screen.getByLabelText(/Motivo/).fill('Pedido');
  const ask = screen.getByRole('button', { name: 'Pedir o saque' });
  await ask.click();
  await expect.element(screen.getByText('Falta a conta bancária.')).toBeVisible();
  await ask.click();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[0]?.key).not.toBe(sent[1]?.key);
});
