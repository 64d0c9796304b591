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
