// Payouts as a producer follows them: steps with their instants, what comes next, and why one came
// back.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { fundsKeys } from '../keys.ts';
import { accountsQuery } from '../../banks/index.ts';
import { CashOutForm } from './CashOutForm.tsx';
import { CashOuts } from './CashOuts.tsx';
import { type CashOut, type CashOutTerms, termsQuery } from './queries.ts';

const at = (minute: number): string => `2026-11-22T12:${String(minute).padStart(2, '0')}:00.000Z`;
const CASH_OUT = {
  id: 'c1',
  status: 'requested',
  value: 40_000,
  fee: 350,
  destination: 'Pix ••••@example.com',
  reason: null,
  createdAt: at(0),
  finishedAt: null,
  steps: [{ status: 'requested', at: at(0) }],
} as unknown as CashOut;

const show = (cashOut: Partial<CashOut>) => {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Infinity, retry: false } },
  });
  client.setQueryData(fundsKeys.cashOuts, [{ ...CASH_OUT, ...cashOut }]);
  return render(
    <QueryClientProvider client={client}>
      <CashOuts />
    </QueryClientProvider>,
  );
};

const stepTexts = (container: HTMLElement) =>
  [...container.querySelectorAll('ol li')].map((step) => step.firstElementChild?.textContent);

test('a payout that waits shows its request, the steps to come, and who acts next', async () => {
  const screen = await show({});
  await expect.element(screen.getByRole('list', { name: 'Etapas do saque' })).toBeVisible();
  expect(stepTexts(screen.container)).toEqual(['Pedido', 'Aprovado', 'Enviado ao banco', 'Pago']);
  expect(screen.container.querySelectorAll('ol time')).toHaveLength(1);
  await expect.element(screen.getByText(/A equipe confere este saque/)).toBeVisible();
  await expect.element(screen.getByText(/Você recebe R\$\s396,50/)).toBeVisible();
});

test('a paid payout shows the instant of each step and nothing to wait for', async () => {
  const screen = await show({
    status: 'paid',
    finishedAt: at(3),
    steps: [
      { status: 'approved', at: at(0) },
      { status: 'sent', at: at(1) },
      { status: 'paid', at: at(3) },
    ],
  });
  await expect.element(screen.getByRole('list', { name: 'Etapas do saque' })).toBeVisible();
  expect(stepTexts(screen.container)).toEqual(['Pedido', 'Aprovado', 'Enviado ao banco', 'Pago']);
  expect(
    [...screen.container.querySelectorAll('ol time')].map((time) => time.getAttribute('datetime')),
  ).toEqual([at(0), at(0), at(1), at(3)]);
  expect(screen.container.textContent).not.toMatch(/aviso|ainda não/);
});

test('a returned payout ends with the return and its reason', async () => {
  const screen = await show({
    status: 'returned',
    reason: 'Dados divergentes.',
    finishedAt: at(9),
    steps: [
      { status: 'requested', at: at(0) },
      { status: 'returned', at: at(9) },
    ],
  });
  await expect.element(screen.getByText('Motivo: Dados divergentes.')).toBeVisible();
  expect(stepTexts(screen.container)).toEqual(['Pedido', 'Devolvido']);
});

test.each([
  [0, 'Recebe na hora'],
  [24, 'Recebe depois de 24 h'],
])('a new bank account that waits %i hours is said to receive: %s', async (coolOffHours, words) => {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Infinity, retry: false } },
  });
  client.setQueryData(termsQuery().queryKey, {
    balance: 0,
    min: 1_000,
    max: 0,
    kept: { hold: null, reserve: null, total: 0 },
    fee: 0,
    day: { used: 0, limit: 1_000 },
    month: { used: 0, limit: 1_000 },
    coolOffHours,
    approvalFrom: null,
    available: true,
  } as unknown as CashOutTerms);
  client.setQueryData(accountsQuery().queryKey, []);
  const router = createMemoryRouter([{ path: '/', element: <CashOutForm /> }]);
  const screen = await render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await expect.element(screen.getByText(words)).toBeVisible();
});
