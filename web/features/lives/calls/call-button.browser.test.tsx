// Calling a producer from their page: what each type of show costs is read before the press.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoutesStub, useRouteLoaderData } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { installTransport } from '../../../client/api/api.ts';
import { m } from '../../../paraglide/messages.js';
import CallButton from './CallButton.tsx';

const IRIS = { id: 'iris', domainName: 'irisveludo', exibitionName: 'Íris Veludo' };
const PARTY = {
  type: '2',
  charge: 'ticket',
  pricePerMinute: null,
  ticketPrice: 2_000,
  minimumMinutes: null,
};
const PRIVATE = {
  type: '3',
  charge: 'minute',
  pricePerMinute: 600,
  ticketPrice: null,
  minimumMinutes: 3,
};

let offers: object[];
let mine: object | null;
let calls: unknown[];

beforeEach(() => {
  offers = [PARTY, PRIVATE];
  mine = null;
  calls = [];
  installTransport(async ({ method, path, body }) => {
    if (method === 'POST') {
      const { type, action } = JSON.parse(body ?? '{}') as { type: string; action: string };
      calls.push(JSON.parse(body ?? '{}'));
      const expiresAt = new Date(Date.now() + 180_000).toISOString();
      mine = action === 'cancel' ? null : { type, state: 'waiting', place: 1, expiresAt };
    }
    const data = method === 'GET' && path.startsWith('/publics/') ? offers : mine;
    return { status: 200, body: { success: true, data } };
  });
});

const show = (party = false) => {
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '/',
      loader: () => ({ user: { profile: { id: 'malu' } } }),
      HydrateFallback: () => null,
      Component: () =>
        useRouteLoaderData('root') ? <CallButton producer={IRIS} party={party} /> : null,
    },
  ]);
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <Stub />
    </QueryClientProvider>,
  );
};

test('a fan reads what each type of show costs, calls for a party, and takes the call back', async () => {
  const page = await show();
  const party = page.getByRole('region', { name: m.past_party() });
  const alone = page.getByRole('region', { name: m.call_title() });
  await expect.element(party.getByText(/Ingresso de R\$\s20,00/)).toBeVisible();
  await expect.element(alone.getByText(/R\$\s6,00 por minuto/)).toBeVisible();
  await expect.element(alone.getByText('Mínimo de 3 minutos')).toBeVisible();
  await party.getByRole('button', { name: m.call_call() }).click();
  await expect.element(party.getByText(m.call_calling({ name: IRIS.exibitionName }))).toBeVisible();
  await expect.element(alone).not.toBeInTheDocument();
  await party.getByRole('button', { name: m.call_cancel() }).click();
  await expect.element(party.getByRole('button', { name: m.call_call() })).toBeVisible();
  expect(calls).toEqual([
    { type: '2', action: 'call', price: 0 },
    { type: '2', action: 'cancel' },
  ]);
});

test('a fan takes an accepted call back in the place of entering its show', async () => {
  mine = { type: '3', state: 'accepted' };
  const page = await show();
  const alone = page.getByRole('region', { name: m.call_title() });
  await expect.element(alone.getByRole('link', { name: m.call_enter() })).toBeVisible();
  await alone.getByRole('button', { name: m.cancel() }).click();
  await expect.element(alone.getByRole('button', { name: m.call_call() })).toBeVisible();
  expect(calls).toEqual([{ type: '3', action: 'cancel' }]);
});

test('a private show is called for at the price of a minute that was read', async () => {
  offers = [PRIVATE];
  const page = await show();
  await page.getByRole('button', { name: m.call_call() }).click();
  await expect.poll(() => calls).toEqual([{ type: '3', action: 'call', price: 600 }]);
});

test('no party is called for while one is on air, which is entered without a call', async () => {
  const page = await show(true);
  await expect.element(page.getByRole('region', { name: m.call_title() })).toBeVisible();
  expect(page.getByRole('region', { name: m.past_party() }).elements()).toHaveLength(0);
});
