// A request for a refund names the payment, and each way to decide it writes the answer.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { watchFailures } from '../../client/failures.ts';
import { StaffRoleOfPage } from '../../features/dsb/index.ts';
import { TicketCard } from './TicketCard.tsx';
import type { Ticket } from './queries.ts';

const PAYMENT = '01a22059-6f3e-77d3-9b83-9ad158795fd2';
const TICKET = {
  id: 't1',
  profile: { id: 'p1', domainName: 'davi', exibitionName: 'Davi' },
  message: 'Foi sem querer.',
  createdAt: '2026-01-05T12:00:00.000Z',
  appeal: null,
  mine: false,
  effect: null,
  right: 'help.decide',
  refund: {
    id: PAYMENT,
    kind: 'tip',
    amount: 1_000,
    to: { id: 'p2', domainName: 'iris', exibitionName: 'Íris' },
    paidAt: '2026-01-04T12:00:00.000Z',
    returned: false,
  },
} as unknown as Ticket;

beforeEach(() => {
  watchFailures();
  // Only the network's edge is replaced: work in a card claims its item.
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data: { items: [] } }));
});
afterEach(() => vi.unstubAllGlobals());

const show = (
  role: 'owner' | 'support',
  reversedBy: string | null = null,
  ticket: Ticket = TICKET,
) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const line = { ...TICKET.refund, can: ['reverse'], reversedBy };
  client.setQueryData(['dsb', 'transactions', 'found', PAYMENT], {
    pages: [{ data: [line] }],
    pageParams: [null],
  });
  const element = (
    <QueryClientProvider client={client}>
      <StaffRoleOfPage value={role}>
        <TicketCard ticket={ticket} />
      </StaffRoleOfPage>
    </QueryClientProvider>
  );
  return render(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />);
};

test('a request for a refund says what was paid to whom, and is decided in its card', async () => {
  const screen = await show('owner');
  await expect.element(screen.getByText('Reembolso', { exact: true })).toBeVisible();
  await expect.element(screen.getByText(/Mimo · R\$\s10,00/)).toBeVisible();
  await expect.element(screen.getByText(/para Íris/)).toBeVisible();
  expect(screen.container.textContent).not.toContain(PAYMENT);
  await screen.getByRole('button', { name: 'Devolver R$ 10,00' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Devolver R$ 10,00' });
  await expect.element(dialog.getByText(/voltam para quem pagou/)).toBeVisible();
});

test('a refusal writes the beginning of the answer, also for a role without money', async () => {
  const screen = await show('support');
  await screen.getByRole('button', { name: 'Recusar' }).click();
  await expect
    .element(screen.getByRole('textbox'))
    .toHaveValue(expect.stringMatching(/não vamos devolver este pagamento de R\$\s10,00/));
  await expect.element(screen.getByRole('textbox')).toHaveFocus();
  const send = screen.getByRole('button', { name: 'Responder' });
  // The reason is missing.
  await expect.element(send).toBeDisabled();
  await userEvent.keyboard(' Já foi visto.');
  await expect.element(send).toBeEnabled();
  expect(screen.getByRole('button', { name: /^Devolver/ }).query()).toBeNull();
  expect(screen.getByRole('link', { name: 'Ver o movimento' }).query()).toBeNull();
});

test('a payment that was given back can’t be refused any more', async () => {
  const screen = await show('owner', 'r1');
  await expect.element(screen.getByText('Já devolvido')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Recusar' }).query()).toBeNull();
});

test('a payment that was given back elsewhere is marked for every role, and only the answer is missing', async () => {
  const refund = { ...TICKET.refund, returned: true } as NonNullable<Ticket['refund']>;
  const screen = await show('support', null, { ...TICKET, refund });
  await expect.element(screen.getByText('Já devolvido')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Recusar' }).query()).toBeNull();
  await screen.getByRole('button', { name: 'Responder que foi devolvido' }).click();
  await expect
    .element(screen.getByRole('textbox'))
    .toHaveValue(expect.stringMatching(/Devolvemos R\$\s10,00/));
  await expect
    .element(screen.getByRole('button', { name: 'Responder', exact: true }))
    .toBeEnabled();
});
