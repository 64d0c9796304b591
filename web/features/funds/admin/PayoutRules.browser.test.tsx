// What was proposed about a producer's cash-outs: shown in words, and agreed to by a button.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { watchFailures } from '../../../client/failures.ts';
import { StaffRoleOfPage } from '../../dsb/index.ts';
import PayoutRules from './PayoutRules.tsx';

let sent: unknown[];
let own: boolean;
const rules = {
  hold: null,
  reservePercent: null,
  review: 'usual',
  cardReviewFrom: null,
} as const;
const proposed = {
  hold: { amount: 15_000, reason: 'Duas vendas em disputa.', until: '2026-12-10T03:00:00.000Z' },
  reservePercent: 20,
  review: 'never',
  cardReviewFrom: 30_000,
} as const;
const view = (proposals: object[]) => ({
  rules,
  kept: { hold: null, reserve: null, total: 0 },
  available: 20_000,
  pending: 0,
  evidence: {
    approvedAt: null,
    paidOut: 1,
    earned: 20_000,
    returned: 0,
    usualReserve: 10,
    firstReview: false,
  },
  changedAt: null,
  waitsForSecond: false,
  proposals,
});

beforeEach(() => {
  sent = [];
  own = false;
  watchFailures();
  // Only the network's edge is replaced.
  vi.stubGlobal('fetch', async (_path: string, init: { method?: string; body?: string }) => {
    const changes = init.method === 'PUT';
    if (changes) sent.push(JSON.parse(init.body ?? ''));
    const proposals = changes
      ? []
      : [
          {
            rules: proposed,
            by: 'financeira',
            own,
            reason: 'conferido',
            at: '2026-12-01T12:00:00Z',
          },
        ];
    return Response.json({ success: true, data: view(proposals) });
  });
});
afterEach(() => vi.unstubAllGlobals());

const show = () => {
  const router = createMemoryRouter([
    {
      path: '/',
      element: (
        <StaffRoleOfPage value="finance">
          <PayoutRules producerId={'p1' as never} />
        </StaffRoleOfPage>
      ),
    },
  ]);
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
};

test('another person reads proposed rules in words and agrees to them by a button', async () => {
  const screen = await show();
  for (const line of [
    /@financeira propôs em/,
    /R\$\s150,00 retidos até 10 de dezembro de 2026: Duas vendas em disputa\./,
    'Reserva de 20%',
    'Saques que esperam por decisão: Só os que exigem duas pessoas',
    /Vendas com cartão conferidas a partir de R\$\s300,00/,
    'Motivo: conferido',
  ])
    await expect.element(screen.getByText(line)).toBeVisible();
  await screen.getByRole('button', { name: 'Concordar com @financeira' }).click();
  await expect.poll(() => sent).toEqual([{ ...proposed, note: 'conferido' }]);
  await expect.element(screen.getByText(/@financeira propôs em/)).not.toBeInTheDocument();
});

test('an administrator who proposed rules can’t agree to them', async () => {
  own = true;
  const screen = await show();
  await expect.element(screen.getByText('Falta outra pessoa da equipe concordar.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /Concordar/ })).not.toBeInTheDocument();
});
