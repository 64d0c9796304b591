// Disputes and cash-outs that wait: what each is about, what its decision is based on, and what the
// decision sends.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { watchFailures } from '../../../client/failures.ts';
import { installNavigation } from '../../../client/navigation.ts';
import { m } from '../../../paraglide/messages.js';
import { toastStore } from '../../../ui/overlays/toasts.ts';
import { CashOutQueue } from './CashOutQueue.tsx';
import { DisputeQueue } from './DisputeQueue.tsx';
import { useResolveDifference } from './statements.ts';
import { useDecideDispute } from './transactions.ts';

const iris = { id: 'p1', domainName: 'iris', exibitionName: 'Íris' };
const DISPUTE = {
  id: 'd1',
  profile: iris,
  amount: 5_000,
  openedAt: '2026-01-05T12:00:00.000Z',
  answerBy: '2026-01-12T12:00:00.000Z',
  payment: {
    id: 'pay1',
    amount: 7_000,
    scheme: 'Visa',
    method: 'card',
    gateway: 'cielo',
    at: '2026-01-02T12:00:00.000Z',
  },
};
const CASH_OUT = {
  id: 'c1',
  profile: iris,
  value: 20_000,
  destination: 'Pix',
  createdAt: '2026-01-05T12:00:00.000Z',
  approval: { takesTwo: true, by: ['bia'], mine: false },
  waitsFor: ['amount', 'first'],
};
const RULES = {
  kept: {
    hold: { amount: 1_500, until: '2026-02-01T12:00:00.000Z', reason: 'Duas disputas' },
    reserve: { percent: 10, days: 30, amount: 2_000 },
    total: 3_500,
  },
  available: 23_500,
  pending: 800,
  evidence: {
    approvedAt: '2025-12-01T12:00:00.000Z',
    paidOut: 0,
    earned: 24_300,
    returned: 600,
    usualReserve: 10,
    firstReview: true,
  },
};

let sent: { route: string; body: unknown }[];
let disputes: object[];
let isProducer: boolean;
let client: QueryClient;
beforeEach(() => {
  sent = [];
  disputes = [DISPUTE];
  isProducer = true;
  client = new QueryClient();
  watchFailures();
  // Only the network's edge is replaced.
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    const data = () => {
      if (path.includes('/dsb/todo')) return { items: [] };
      if (path.includes('/dsb/disputes')) return disputes;
      if (path.includes('/payout-rules/')) return RULES;
      return [CASH_OUT];
    };
    if (path.includes('/payout-rules/') && !isProducer)
      return Response.json(
        { success: false, code: 'profile.notFound', message: 'Perfil não encontrado.' },
        { status: 404 },
      );
    if (method === 'GET') return Response.json({ success: true, data: data() });
    if (!path.includes('/claim'))
      sent.push({ route: `${method} ${path}`, body: JSON.parse(String(body)) });
    return Response.json({ success: true, data: {} });
  });
});
afterEach(() => vi.unstubAllGlobals());

const show = (queue: ReactElement) => {
  const element = <QueryClientProvider client={client}>{queue}</QueryClientProvider>;
  return render(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />);
};

test('a dispute shows its payment and deadline, and is answered with a reason only', async () => {
  const screen = await show(<DisputeQueue />);
  await expect.element(screen.getByText(/12 de jan/)).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: 'R$ 70,00' }))
    .toHaveAttribute('href', '/dsb/transactions?search=pay1#transactions');
  await expect.element(screen.getByText(/Visa · cielo/)).toBeVisible();
  const answer = screen.getByRole('button', { name: m.dsb_disputes_answered() });
  await answer.click();
  await expect.element(screen.getByText(m.dsb_reason_missing())).toBeVisible();
  expect(sent).toEqual([]);
  await screen.getByLabelText(m.dsb_disputes_reason()).fill('protocolo 12');
  await answer.click();
  await expect
    .poll(() => sent)
    .toEqual([
      {
        route: 'POST /api/dsb/disputes/d1',
        body: { decision: 'answered', reason: 'protocolo 12' },
      },
    ]);
});

test('a queue without a dispute shows nothing', async () => {
  disputes = [];
  const screen = await show(<DisputeQueue />);
  await expect.poll(() => screen.container.textContent).toBe('');
});

test('a cash-out shows why it waits and what a decision is based on', async () => {
  const screen = await show(<CashOutQueue />);
  await expect.element(screen.getByText(m.payout_rules_first())).toBeVisible();
  const waits = [m.dsb_cash_outs_amount(), m.dsb_cash_outs_first()].join('; ');
  await expect.element(screen.getByText(m.dsb_cash_outs_waits({ why: waits }))).toBeVisible();
  for (const fact of [
    /R\$\s15,00.*Duas disputas/,
    /R\$\s243,00/,
    /R\$\s6,00/,
    /R\$\s20,00/,
    /@bia/,
  ])
    await expect.element(screen.getByText(fact).first()).toBeVisible();
});

test('a cash-out of a person who is no producer any more keeps the page and can be decided', async () => {
  isProducer = false;
  const screen = await show(<CashOutQueue />);
  await expect
    .poll(() => client.getQueryState(['dsb', 'payout-rules', iris.id])?.fetchFailureCount)
    .toBeGreaterThan(0);
  // A failure that its call does not handle says so, and goes to the first page.
  expect(toastStore.current()).toEqual([]);
  await expect
    .element(screen.getByRole('button', { name: m.dsb_cash_outs_approve() }))
    .toBeEnabled();
});

const Deciders = () => {
  const difference = useResolveDifference();
  const dispute = useDecideDispute();
  return (
    <>
      <button onClick={() => difference.mutate({ id: 's1' as never, reason: 'Visto' })}>
        Acertar
      </button>
      <button
        onClick={() => dispute.mutate({ id: 'd1' as never, decision: 'answered', reason: 'Visto' })}
      >
        Responder
      </button>
      <p role="alert">{difference.error?.message ?? dispute.error?.message}</p>
    </>
  );
};

test.each(['Acertar', 'Responder'])(
  'a decision about what is gone or one’s own is refused beside it and leads nowhere: %s',
  async (name) => {
    const goTo = vi.fn<() => void>();
    installNavigation(goTo);
    for (const [status, code] of [
      [404, 'statement.notFound'],
      [403, 'decision.own'],
    ] as const) {
      vi.stubGlobal('fetch', async () =>
        Response.json({ success: false, code, message: `Recusado ${status}` }, { status }),
      );
      const screen = await show(<Deciders />);
      await screen.getByRole('button', { name }).click();
      await expect.element(screen.getByRole('alert')).toHaveTextContent(`Recusado ${status}`);
      await screen.unmount();
    }
    expect(goTo).not.toHaveBeenCalled();
    expect(toastStore.current()).toEqual([]);
  },
);
