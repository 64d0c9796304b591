// A movement in the admin pages: its people, and whether the producer's share is released.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { TransactionLine } from './TransactionLine.tsx';
import type { Transaction } from './transactions.ts';

const iris = { id: 'p1', domainName: 'iris', exibitionName: 'Íris' };
const davi = { id: 'p2', domainName: 'davi', exibitionName: 'Davi' };

const show = (
  from: typeof iris,
  to: typeof iris,
  kind: string,
  release: Partial<Transaction> = {},
) => {
  const line = {
    id: 't1',
    kind,
    amount: 5_000,
    from,
    to,
    createdAt: '2026-01-05T12:00:00.000Z',
    can: [],
    ...release,
  } as unknown as Transaction;
  const router = createMemoryRouter([
    { path: '/', element: <TransactionLine line={line} onCorrect={() => undefined} /> },
  ]);
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
};

test('a cash-out names its producer once, and a tip both people', async () => {
  const cashOut = await show(iris, iris, 'payout');
  await expect.element(cashOut.getByRole('link', { name: 'Íris' })).toBeVisible();
  expect(cashOut.container.textContent).not.toContain('→');
  await cashOut.unmount();
  const tip = await show(davi, iris, 'tip');
  await expect.element(tip.getByRole('link', { name: 'Davi' })).toBeVisible();
  expect(tip.container.textContent).toContain('Davi → Íris');
});

test('a held share says when it will be released, and a released one since when', async () => {
  const held = await show(davi, iris, 'tip', { releaseAt: '2026-01-12T12:00:00.000Z' });
  await expect.element(held.getByText(/libera em 12 de jan/)).toBeVisible();
  await held.unmount();
  const released = await show(davi, iris, 'tip', { releasedAt: '2026-01-05T12:00:00.000Z' });
  await expect.element(released.getByText(/liberado em 5 de jan/)).toBeVisible();
  expect(released.getByText(/libera em/).query()).toBeNull();
});

test('a held payment shows what a decision is based on', async () => {
  const screen = await show(davi, davi, 'topUp', {
    held: {
      reason: 'acquirer',
      until: '2026-01-06T12:00:00.000Z',
      evidence: {
        accountSince: '2026-01-04T12:00:00.000Z',
        declines: { account: 4, address: 7, device: 5, bin: 12 },
        payments: { count: 1, amount: 2_000, returned: 1 },
        producers: [{ profile: iris, sales: 3, amount: 4_500 }],
      },
    } as unknown as Transaction['held'],
  });
  await expect.element(screen.getByText('4 de janeiro de 2026')).toBeVisible();
  await expect
    .element(screen.getByText('conta: 4, endereço: 7, aparelho: 5, início do cartão: 12'))
    .toBeVisible();
  await expect.element(screen.getByText(/^1 \(R\$\s20,00\), contestados: 1$/)).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Íris' })).toBeVisible();
  await expect.element(screen.getByText(/3 vendas, R\$\s45,00/)).toBeVisible();
});
