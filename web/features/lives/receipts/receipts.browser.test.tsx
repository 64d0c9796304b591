// /live/receipts: what the shows that I watched cost me, and what mine brought in.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoutesStub, useRouteLoaderData } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { installTransport } from '../../../client/api/api.ts';
import { m } from '../../../paraglide/messages.js';
import ReceiptsPage from './receipts.page.tsx';

const person = (name: string) => ({
  id: name,
  domainName: name.toLowerCase(),
  exibitionName: name,
});
const RECEIPT = {
  id: 'e1',
  liveId: 'l1',
  type: '2',
  title: 'Noite de sexta',
  profile: person('Íris'),
  role: 'watcher',
  charge: 'minute',
  price: 600,
  enteredAt: '2026-03-01T12:00:00.000Z',
  startedAt: '2026-03-01T12:00:05.000Z',
  endedAt: '2026-03-01T12:02:15.000Z',
  exit: 'money',
  secondsDelivered: 130,
  minutes: 3,
  total: 1_800,
  fee: null,
  refunded: 0,
};
const WATCHED = [
  RECEIPT,
  {
    ...RECEIPT,
    id: 'e2',
    title: '',
    profile: null,
    role: 'spy',
    type: '3',
    price: 100,
    minutes: 1,
    total: 100,
    exit: 'left',
    refunded: 100,
  },
];
const GIVEN = [
  { ...RECEIPT, id: 'e3', profile: person('Davi'), fee: 360 },
  {
    ...RECEIPT,
    id: 'e4',
    title: '',
    profile: person('Malu'),
    charge: 'ticket',
    price: 2_500,
    minutes: 0,
    total: 2_500,
    fee: 500,
    exit: 'showEnded',
  },
];

let asked: string[];
beforeEach(() => {
  asked = [];
  installTransport(async ({ path }) => {
    asked.push(path);
    const data = new URLSearchParams(path.split('?')[1]).get('as') === 'producer' ? GIVEN : WATCHED;
    return { status: 200, body: { success: true, data, total: data.length } };
  });
});

const show = (path: string, producer: boolean) => {
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '/live/receipts',
      loader: () => ({ user: { profile: { id: 'me', producer } } }),
      HydrateFallback: () => null,
      Component: () => (useRouteLoaderData('root') ? <ReceiptsPage /> : null),
    },
    { path: '*', Component: () => null },
  ]);
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <Stub initialEntries={[path]} />
    </QueryClientProvider>,
  );
};
type Screen = Awaited<ReturnType<typeof show>>;

const plain = (text: string | null | undefined) => text?.replaceAll('\u{a0}', ' ') ?? '';
const entries = (screen: Screen) => [...screen.container.querySelectorAll('details')];
/** Who or whose show, what, when, how long; and the amount. */
const summaries = (screen: Screen) =>
  entries(screen).map((one) =>
    [...one.querySelectorAll('summary > span > *, summary > span:last-of-type')]
      .map(({ textContent }) => plain(textContent))
      .filter((text) => text !== ''),
  );
const rows = (entry: Element | undefined) =>
  [...(entry?.querySelectorAll('dt') ?? [])].map((term) => [
    term.textContent,
    plain(term.nextElementSibling?.textContent),
  ]);

test('a watcher reads of each show when it was, how long it was delivered, its rate and what it cost', async () => {
  const screen = await show('/live/receipts', false);
  await expect.poll(() => entries(screen)).toHaveLength(2);
  const [first, second] = entries(screen);
  expect(
    summaries(screen).map(([who, what, money]) => [who, what?.split(' · ')[0], money]),
  ).toEqual([
    ['Íris', 'Noite de sexta', 'R$ 18,00'],
    [m.receipts_nameless(), m.receipts_spied(), 'R$ 1,00'],
  ]);
  expect(summaries(screen)[0]?.[1]).toMatch(/09:00.* · 2:10$/);
  first?.setAttribute('open', '');
  await expect.element(screen.getByText(m.receipt_exit_money())).toBeVisible();
  expect(rows(first)).toEqual([
    [m.receipt_start(), expect.stringContaining('09:00')],
    [m.receipt_end(), expect.stringContaining('09:02')],
    [m.receipt_delivered(), '2:10'],
    [m.receipt_rate({ count: 3 }), 'R$ 6,00'],
    [m.receipt_total(), 'R$ 18,00'],
  ]);
  expect(rows(second).at(-1)).toEqual([m.receipt_refunded(), 'R$ 1,00']);
  // A member has no shows of their own.
  expect(screen.getByRole('navigation').elements()).toEqual([]);
});

test('a producer reads by person what a show brought in, the fee, and what is theirs of it', async () => {
  const screen = await show('/live/receipts', true);
  await expect.poll(() => entries(screen)).toHaveLength(2);
  await expect
    .element(screen.getByRole('link', { name: m.receipts_watched() }))
    .toHaveAttribute('aria-current', 'page');
  await screen.getByRole('link', { name: m.receipts_given() }).click();
  await expect.poll(() => summaries(screen).map(([who]) => who)).toEqual(['Davi', 'Malu']);
  expect(asked.at(-1)).toMatch(/as=producer/);
  const [minutes, ticket] = entries(screen);
  expect(rows(minutes)).toEqual([
    [m.receipt_start(), expect.any(String)],
    [m.receipt_end(), expect.any(String)],
    [m.receipt_delivered(), '2:10'],
    [m.receipt_rate({ count: 3 }), 'R$ 6,00'],
    [m.receipt_total(), 'R$ 18,00'],
    [m.live_receipt_fee(), 'R$ 3,60'],
    [m.live_receipt_net(), 'R$ 14,40'],
  ]);
  expect(rows(ticket).slice(3)).toEqual([
    [m.receipt_ticket(), 'R$ 25,00'],
    [m.receipt_total(), 'R$ 25,00'],
    [m.live_receipt_fee(), 'R$ 5,00'],
    [m.live_receipt_net(), 'R$ 20,00'],
  ]);
  // Why it ended for the other one is not theirs to read.
  expect(minutes?.textContent).not.toContain(m.receipt_exit_money());
});

test('the receipts of one show lead to its file and back to those of all shows of the same side', async () => {
  const screen = await show('/live/receipts?as=producer&show=l1', true);
  await expect
    .poll(() => asked)
    .toEqual([expect.stringMatching(/as=producer.*liveId=l1|liveId=l1.*as=producer/)]);
  await expect
    .element(screen.getByRole('link', { name: m.receipts_download() }))
    .toHaveAttribute('href', '/api/lives/receipts/export?as=producer&liveId=l1');
  await screen.getByRole('link', { name: m.receipts_all() }).click();
  await expect
    .element(screen.getByRole('link', { name: m.receipts_download() }))
    .toHaveAttribute('href', '/api/lives/receipts/export?as=producer');
});
