// An alert against fraud: what was counted, who and what it is about, and the decisions it takes.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { watchFailures } from '../../../client/failures.ts';
import { m } from '../../../paraglide/messages.js';
import { StaffRoleOfPage } from '../../dsb/index.ts';
import { AlertCard } from './AlertCard.tsx';
import type { FraudAlert } from './queries.ts';

const person = (name: string) => ({ id: name, domainName: name, exibitionName: name });
const ALERT = {
  id: 'a1',
  rule: 'pairDay',
  about: person('davi'),
  producer: person('iris'),
  bin: null,
  counted: 90_000,
  limit: 50_000,
  unit: 'centavos',
  hours: 24,
  hits: 2,
  openedAt: '2026-01-05T12:00:00.000Z',
  lastAt: '2026-01-05T13:00:00.000Z',
  times: [],
  people: [person('davi')],
  sales: [{ id: 's1', at: '2026-01-05T11:00:00.000Z', amount: 90_000 }],
  can: ['release', 'refund', 'block'],
  decision: null,
  decidedBy: null,
  decidedAt: null,
  reason: null,
} as unknown as FraudAlert;

let sent: { route: string; body: unknown }[];
beforeEach(() => {
  sent = [];
  watchFailures();
  // Only the network's edge is replaced.
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'GET') return Response.json({ success: true, data: { items: [] } });
    if (!path.includes('/claim'))
      sent.push({ route: `${method} ${path}`, body: JSON.parse(String(body)) });
    return Response.json({ success: true, data: { decided: true, refunded: 1, left: 0 } });
  });
});
afterEach(() => vi.unstubAllGlobals());

const show = (part: Partial<FraudAlert> = {}, role: 'owner' | 'finance' = 'owner') => {
  const element = (
    <QueryClientProvider client={new QueryClient()}>
      <StaffRoleOfPage value={role}>
        <AlertCard alert={{ ...ALERT, ...part }} />
      </StaffRoleOfPage>
    </QueryClientProvider>
  );
  return render(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />);
};

test('an alert shows what was counted, its limit, the producer and the sales', async () => {
  const screen = await show();
  await expect.element(screen.getByText('R$ 900,00', { exact: true }).first()).toBeVisible();
  await expect.element(screen.getByText('R$ 500,00')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'iris' })).toBeVisible();
  await screen.getByText(new RegExp(m.dsb_fraud_sales())).click();
  await expect
    .element(screen.getByRole('link', { name: 'R$ 900,00' }))
    .toHaveAttribute('href', '/dsb/transactions?search=s1');
});

test('a refund is sent with its reason and the sales that were shown', async () => {
  const screen = await show();
  const refund = screen.getByRole('button', { name: m.dsb_fraud_refund() });
  await refund.click();
  await expect.element(screen.getByText(m.dsb_reason_missing())).toBeVisible();
  await screen.getByLabelText(m.dsb_fraud_reason()).fill('Conta tomada');
  await refund.click();
  await expect
    .poll(() => sent)
    .toEqual([
      {
        route: 'POST /api/dsb/fraud/a1',
        body: { decision: 'refund', reason: 'Conta tomada', sales: ['s1'] },
      },
    ]);
});

test('a block is asked about once more before it is sent', async () => {
  const screen = await show();
  await screen.getByLabelText(m.dsb_fraud_reason()).fill('Cartões de outros');
  await screen.getByRole('button', { name: m.dsb_fraud_block() }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText(m.dsb_fraud_block_question())).toBeVisible();
  expect(sent).toEqual([]);
  await dialog.getByRole('button', { name: m.dsb_fraud_block() }).click();
  await expect
    .poll(() => sent.map(({ body }) => body))
    .toEqual([{ decision: 'block', reason: 'Cartões de outros', sales: ['s1'] }]);
});

test('a block is offered to roles that may block people only', async () => {
  const screen = await show({}, 'finance');
  await expect.element(screen.getByRole('button', { name: m.dsb_fraud_release() })).toBeVisible();
  expect(screen.getByRole('button', { name: m.dsb_fraud_block() }).query()).toBeNull();
});

test('the alarm about all cards shows when cards were declined and by whom', async () => {
  const time = '2026-01-05T11:00:00.000Z';
  const screen = await show({
    rule: 'declinesAlarm',
    about: null,
    producer: null,
    unit: 'times',
    counted: 40,
    limit: 30,
    sales: [],
    times: [time, time],
    people: [person('bia'), person('caio')],
  } as unknown as Partial<FraudAlert>);
  await expect.element(screen.getByText('40', { exact: true })).toBeVisible();
  await screen.getByText(new RegExp(m.dsb_fraud_times())).click();
  await expect.element(screen.getByText(/\(2\)$/).last()).toBeVisible();
  await screen.getByText(new RegExp(m.dsb_fraud_people())).click();
  await expect.element(screen.getByRole('link', { name: 'caio' })).toBeVisible();
});

test('a decided alert says who decided it and why, and offers nothing', async () => {
  const screen = await show({
    decision: 'release',
    decidedBy: person('bia'),
    decidedAt: '2026-01-05T14:00:00.000Z',
    reason: 'Família',
  } as unknown as Partial<FraudAlert>);
  await expect.element(screen.getByText(/Família/)).toBeVisible();
  expect(screen.getByRole('button').query()).toBeNull();
});
