// The wallet dialog around a Pix code: what it offers while the code can be paid and afterwards.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { watchFailures } from '../../../client/failures.ts';
import { type Charge, chargeQuery, walletQuery } from '../queries.ts';
import WalletDialog from './WalletDialog.tsx';

const pixCharge = (id: string, secondsLeft: number) =>
  ({
    id,
    method: 'pix',
    status: 'pending',
    value: 2_500,
    heldUntil: null,
    pixPayment: {
      qrCode: `000201${id}`,
      expiresWhen: new Date(Date.now() + secondsLeft * 1_000).toISOString(),
    },
  }) as unknown as Charge;

afterEach(() => vi.unstubAllGlobals());

const show = (secondsLeft: number) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(chargeQuery('c1').queryKey, pixCharge('c1', secondsLeft));
  client.setQueryData(walletQuery().queryKey, { balance: 0 } as never);
  const element = (
    <QueryClientProvider client={client}>
      <WalletDialog chargeId="c1" onClose={() => undefined} />
    </QueryClientProvider>
  );
  return render(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />);
};

test('beside a Pix code stand its amount, where it is found again and the way to another', async () => {
  const screen = await show(900);
  await expect.element(screen.getByText('R$ 25,00')).toBeVisible();
  await expect.element(screen.getByText(/^Se fechar esta janela/)).toBeVisible();
});

test('an expired Pix code takes with it what was said about paying it', async () => {
  const screen = await show(-1);
  await expect.element(screen.getByRole('button', { name: 'Gerar novo código' })).toBeVisible();
  await expect.element(screen.getByText(/^Se fechar esta janela/)).not.toBeInTheDocument();
  await expect.element(screen.getByText('R$ 25,00')).not.toBeInTheDocument();
});

test('one press after the end of a Pix code shows another for the same amount', async () => {
  watchFailures();
  const asked: unknown[] = [];
  // Only the network's edge is replaced.
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: string }) => {
    if (body !== undefined) asked.push(JSON.parse(body));
    else if (!path.includes('/charges/')) return Response.json({ success: true, data: [] });
    return Response.json({ success: true, data: pixCharge('c2', 900) });
  });
  const screen = await show(-1);
  await screen.getByRole('button', { name: 'Gerar novo código' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'Código Pix' })).toHaveValue('000201c2');
  expect(asked).toEqual([{ paymentMethodKey: 'pix', value: 2_500 }]);
});
