// Before a show that is paid: what it costs is said before anything is locked.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { installTransport, type WireRequest } from '../../../client/api/api.ts';
import { dialogStore, closeDialog } from '../../../client/dialogs.ts';
import { m } from '../../../paraglide/messages.js';
import type { Live } from '../queries.ts';
import { EntryForm } from './EntryForm.tsx';

const LIVE = {
  id: 'l1',
  type: '3',
  profile: { id: 'iris', domainName: 'irisveludo', exibitionName: 'Íris Veludo' },
} as unknown as Live;

const TERMS = {
  liveId: 'l1',
  role: 'watcher',
  charge: 'minute',
  price: 600,
  minimumMinutes: 3,
  lockedAtEntry: 1_800,
  balance: 6_000,
  spendable: 6_000,
  maxCost: 6_000,
  maxMinutes: 10,
  missing: 0,
  spyPrice: 100,
  reverseCamera: true,
  recorded: false,
  group: null,
  entered: false,
  ticketSeconds: 180,
};

let sent: WireRequest[];
let terms: object;
let cards: object[];
let refusal: { status: number; code: string; message: string } | null;

beforeEach(() => {
  sent = [];
  terms = {};
  cards = [];
  sessionStorage.clear();
  refusal = null;
  closeDialog();
  installTransport(async (request) => {
    sent.push(request);
    if (request.method === 'POST' && refusal)
      return { status: refusal.status, body: { success: false, ...refusal } };
    if (request.path.startsWith('/funds/payments'))
      return { status: 200, body: { success: true, data: cards } };
    return {
      status: 200,
      body: {
        success: true,
        data: request.method === 'GET' ? { ...TERMS, ...terms } : { ...LIVE, entered: 'watcher' },
      },
    };
  });
});

const show = () => {
  const router = createMemoryRouter([{ path: '*', element: <EntryForm live={LIVE} /> }]);
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
};
const posts = () => sent.filter(({ method }) => method === 'POST');

test('the price of a minute, the most it may cost and what is locked are said before the entry', async () => {
  const page = await show();
  await expect.element(page.getByText('R$ 6,00 por minuto', { exact: true })).toBeVisible();
  await expect.element(page.getByText(/no máximo R\$\s60,00: 10 minutos/)).toBeVisible();
  await expect.element(page.getByText('Reservado na entrada (3 minutos)')).toBeVisible();
  await expect.element(page.getByText(/espiar sem som por R\$\s1,00 por minuto/)).toBeVisible();
  expect(posts()).toEqual([]);
  await page.getByRole('button', { name: 'Entrar no show' }).click();
  await expect.poll(() => posts().length).toBe(1);
  expect(posts()[0]?.path).toBe('/lives/accept/l1');
  expect(JSON.parse(posts()[0]?.body ?? '')).toEqual({
    price: 600,
    spyPrice: 100,
    role: 'watcher',
  });
});

test('a viewer without the money gets the wallet with the entry to finish, and nothing is locked', async () => {
  terms = { balance: 500, maxCost: 0, maxMinutes: 0, missing: 1_300 };
  const page = await show();
  await page.getByRole('button', { name: 'Adicionar R$ 13,00 para entrar' }).click();
  expect(posts()).toEqual([]);
  expect(dialogStore.current()).toMatchObject({
    name: 'wallet',
    props: { suggested: 2_500, intent: { kind: 'show', liveId: 'l1', price: 600 } },
  });
});

test('coming back costs nothing with a ticket that was paid, and the form says so', async () => {
  terms = { charge: 'ticket', minimumMinutes: 0, lockedAtEntry: 0, maxCost: 0, maxMinutes: null };
  const page = await show();
  await expect.element(page.getByText(/Seu ingresso vale até o fim do show/)).toBeVisible();
  await page.getByRole('button', { name: 'Entrar no show' }).click();
  await expect.poll(() => posts().length).toBe(1);
});

test('a price that changed is said, and asked for again', async () => {
  refusal = { status: 409, code: 'live.priceChanged', message: 'O preço mudou.' };
  const page = await show();
  await page.getByRole('button', { name: 'Entrar no show' }).click();
  await expect.element(page.getByText('O preço mudou.')).toBeVisible();
  const asked = () =>
    sent.filter(({ method, path }) => method === 'GET' && path.includes('/entry'));
  await expect.poll(() => asked().length).toBe(2);
});

test.each([
  [true, 1],
  [false, 0],
])('whether a show is recorded (%s) is said before the entry', async (recorded, times) => {
  terms = { recorded };
  const page = await show();
  await expect.element(page.getByRole('button', { name: 'Entrar no show' })).toBeVisible();
  expect(page.getByText(m.live_entry_recorded()).elements()).toHaveLength(times);
});
