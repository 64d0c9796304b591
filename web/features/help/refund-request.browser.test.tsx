// What stands beside a payment: the question for its refund, or what became of the request.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { RefundRequest } from './RefundRequest.tsx';
import { refundsQuery } from './queries.ts';

const RECEIPT = '01a22059-6f3e-77d3-9b83-9ad158795fd2';
const ASKED = '2026-11-22T12:00:00.000Z';

const show = (requests: { receipt: string; askedAt: string; answeredAt: string | null }[]) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(refundsQuery([RECEIPT]).queryKey, requests as never);
  const element = (
    <QueryClientProvider client={client}>
      <RefundRequest receipt={RECEIPT} page={[RECEIPT]} what="Mimo" />
    </QueryClientProvider>
  );
  return render(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />);
};

test('a payment without a request may be asked back', async () => {
  const screen = await show([{ receipt: 'other', askedAt: ASKED, answeredAt: null }]);
  await expect.element(screen.getByRole('button', { name: 'Pedir reembolso: Mimo' })).toBeVisible();
});

test.each([
  [null, 'Reembolso pedido'],
  [ASKED, 'Pedido de reembolso respondido'],
])('a payment whose refund was asked for says so and leads to the answer', async (at, text) => {
  const screen = await show([{ receipt: RECEIPT, askedAt: ASKED, answeredAt: at }]);
  await expect
    .element(screen.getByRole('link', { name: `${text}: Mimo` }))
    .toHaveAttribute('href', '/help#asked');
  expect(screen.container.querySelector('button')).toBeNull();
});
