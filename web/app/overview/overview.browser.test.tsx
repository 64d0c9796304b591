// The overview as an administrator reads it: figures with their change, work with its links,
// tables.
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { render } from 'vitest-browser-react';
import { ApprovalsTable, SchemesTable } from './Disputes.tsx';
import { Figures } from './Figures.tsx';
import { ClosedAgePlaces, OpenWork } from './OpenWork.tsx';
import { DaysTable, SalesTable, TopUpsTable } from './OverviewTables.tsx';
import { m } from '../../paraglide/messages.js';
import type { Overview } from './queries.ts';

const sums = { gross: 4_000, refunded: 1_000, fee: 600, share: 2_400 };
const totals = {
  ...sums,
  sales: 2,
  refunds: 1,
  toppedUp: 10_500,
  topUps: 2,
  topUpsReturned: 0,
  disputed: 500,
  disputes: 1,
  paidOut: 850,
  payouts: 1,
  payoutFees: 150,
  newMembers: 7,
  newProducers: 1,
  renewals: 2,
  endedSubscriptions: 1,
  subscribersAtStart: 1_200,
  subscribersLost: 30,
  churnBps: 250,
  activeSubscribers: 3,
};
const day = {
  ...sums,
  day: '2026-11-22',
  toppedUp: 10_500,
  disputed: 500,
  paidOut: 850,
  newMembers: 7,
  newProducers: 1,
  renewals: 2,
  endedSubscriptions: 1,
  churnBps: 250,
  activeSubscribers: 3,
};
const overview = {
  from: '2026-11-22',
  to: '2026-11-22',
  totals,
  days: [day],
  before: {
    ...totals,
    gross: 2_000,
    newMembers: 0,
    churnBps: null,
  },
} as unknown as Overview;

const work = [
  { kind: 'report', waiting: 3, oldestAt: '2026-11-20T12:00:00.000Z' },
  { kind: 'failedMedia', waiting: 1, oldestAt: '2026-11-21T12:00:00.000Z' },
  { kind: 'cashOut', waiting: 0, oldestAt: null },
] as Overview['openWork'];

const renderWork = (shown: Overview['openWork']) => {
  const router = createMemoryRouter([{ path: '/', element: <OpenWork work={shown} /> }]);
  return render(<RouterProvider router={router} />);
};

test('a figure has its value, its change to the period before, and how many it is of', async () => {
  const screen = await render(<Figures overview={overview} />);
  const gross = screen.getByRole('article').filter({ hasText: 'vendas: 2' });
  await expect.element(gross.getByText(/40,00/)).toBeVisible();
  await expect.element(gross.getByText(/\+100.*20,00/)).toBeVisible();
  await expect.element(screen.getByText('contestações: 1')).toBeVisible();
  const churn = screen.getByRole('article').filter({ hasText: 'churn' });
  await expect.element(churn.getByText('2,5%')).toBeVisible();
  await expect
    .element(churn.getByText(/em 30 dias: 30; pagas no início do período: 1.200/))
    .toBeVisible();
});

test('every figure has a chart of its days where one of them is not zero', async () => {
  const screen = await render(<Figures overview={overview} />);
  const cards = screen.getByRole('article');
  await expect.poll(() => cards.elements().length).toBe(13);
  for (const card of cards.elements())
    await expect.poll(() => card.querySelector('svg')).not.toBeNull();
  await screen.unmount();
  const days = [{ ...day, churnBps: null, renewals: 0 }] as unknown as Overview['days'];
  const quiet = await render(<Figures overview={{ ...overview, days }} />);
  const churn = quiet.getByRole('article').filter({ hasText: m.dsb_figure_churn() });
  await expect.element(churn).toBeVisible();
  expect(churn.element().querySelector('svg')).toBeNull();
});

test('work that waits links to its queue in the given order, without empty queues', async () => {
  const screen = await renderWork(work);
  const links = screen.getByRole('link').elements();
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/dsb/reports',
    '/dsb/medias?state=failed',
  ]);
  await expect.element(screen.getByRole('link', { name: /3\s*Denúncias/ })).toBeVisible();
});

test('the overview says that no work waits', async () => {
  const screen = await renderWork(work.filter(({ waiting }) => waiting === 0));
  await expect.element(screen.getByText('Nada espera por uma decisão.')).toBeVisible();
});

test('places where no visitor can prove an age lead to the rules, and none show nothing', async () => {
  const placesOf = (count: number) =>
    createMemoryRouter([{ path: '/', element: <ClosedAgePlaces count={count} /> }]);
  const screen = await render(<RouterProvider router={placesOf(2)} />);
  const link = screen.getByRole('link', { name: /2\s*Lugares onde ninguém pode comprovar/ });
  await expect.element(link).toHaveAttribute('href', '/dsb/age-settings');
  await screen.unmount();
  const none = await render(<RouterProvider router={placesOf(0)} />);
  expect(none.getByRole('link').elements()).toEqual([]);
});

test('every chart has its values in a table with named columns', async () => {
  const screen = await render(<DaysTable days={overview.days} file="/dias.csv" />);
  for (const name of [
    'Vendas',
    'Taxa da plataforma',
    'Recargas',
    'Saques pagos',
    'Novas contas',
    m.dsb_figure_renewals(),
    m.dsb_figure_ended(),
    m.dsb_figure_churn(),
    m.dsb_figure_subscribers(),
  ])
    await expect.element(screen.getByRole('columnheader', { name, exact: true })).toBeVisible();
  await expect.element(screen.getByRole('cell', { name: /105,00/ })).toBeInTheDocument();
});

test('tables of sales and payments have every column with its name on a phone', async () => {
  await page.viewport(360, 700);
  const screen = await render(
    <>
      <SalesTable
        file="/vendas.csv"
        sales={[{ kind: 'tip', ...sums, sales: 2, refunds: 1 }] as never}
      />
      <TopUpsTable
        file="/api/dsb/export?table=methods"
        topUps={
          [
            { method: 'boleto', amount: 100, count: 1, returned: 30, disputed: 20, net: 50 },
          ] as never
        }
      />
    </>,
  );
  await expect.element(screen.getByRole('rowheader', { name: 'Boleto' })).toBeVisible();
  await expect.element(screen.getByText(/nenhuma forma de pagamento tem uma/)).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: 'CSV: Pagamentos por forma' }))
    .toHaveAttribute('href', '/api/dsb/export?table=methods');
  await expect.element(screen.getByRole('region', { name: 'Vendas por tipo' })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  for (const cell of screen.getByRole('cell').elements()) {
    expect(cell.getBoundingClientRect().right).toBeLessThanOrEqual(360);
    expect(getComputedStyle(cell, '::before').content).toMatch(/\w/);
  }
});

test('one case of a kind is named in the singular', async () => {
  const screen = await renderWork([{ ...work[0], waiting: 1 }] as typeof work);
  await expect.element(screen.getByRole('link', { name: /1\s*Denúncia(?!s)/ })).toBeVisible();
});

test('the ratio of a scheme is on the screen at 360 px without scrolling', async () => {
  await page.viewport(360, 700);
  const screen = await render(
    <SchemesTable
      file="/bandeiras.csv"
      schemes={
        [
          {
            brandId: 2,
            name: 'Mastercard',
            payments: 100,
            paid: 0,
            disputes: 1,
            disputed: 900,
            ratioBps: 100,
            limitBps: 150,
            limitFrom: 100,
          },
        ] as never
      }
    />,
  );
  const ratio = screen.getByText(/1% \(limite 1,5%\)/).element();
  expect(ratio.getBoundingClientRect().right).toBeLessThanOrEqual(360);
});

test('a scheme over its limit says so in words, and decisions have their times', async () => {
  const scheme = { paid: 0, disputed: 900, payments: 100, limitBps: 150, limitFrom: 1_500 };
  const screen = await render(
    <>
      <SchemesTable
        file="/api/dsb/export?table=schemes"
        schemes={
          [
            { ...scheme, brandId: 1, name: 'Visa', disputes: 2, ratioBps: 200 },
            { ...scheme, brandId: 2, name: 'Mastercard', disputes: 1, ratioBps: 100 },
            {
              ...scheme,
              brandId: 0,
              name: null,
              disputes: 0,
              ratioBps: 0,
              limitBps: null,
              limitFrom: 0,
            },
          ] as never
        }
      />
      <ApprovalsTable
        file="/api/dsb/export?table=approvals"
        approvals={[
          { kind: 'report', part: 'intimate', decided: 1_234, medianHours: 12.5 },
          { kind: 'cashOut', part: null, decided: 1, medianHours: 0.4 },
        ]}
      />
    </>,
  );
  const row = (name: string) => screen.getByRole('row').filter({ hasText: name });
  await expect.element(row('Visa').getByText('Acima do limite')).toBeVisible();
  await expect.element(row('Mastercard')).toBeVisible();
  expect(screen.getByText('Acima do limite').elements()).toHaveLength(1);
  await expect.element(row('Sem registro')).toBeVisible();
  await expect.element(row('Denúncias: Imagem íntima').getByText('1.234')).toBeVisible();
  await expect.element(row('Denúncias: Imagem íntima').getByText('12,5 h')).toBeVisible();
  await expect.element(screen.getByText('24 min')).toBeVisible();
  await expect
    .element(row('Visa').getByText('Vale a partir de 1.500 contestações por mês'))
    .toBeVisible();
  await expect
    .element(screen.getByRole('heading', { name: 'Contestações por bandeira' }))
    .toBeVisible();
});
