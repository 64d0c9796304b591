// The form of a list: what it asks for, what it sends, and that a failed attempt creates no second
// list.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoutesStub, useRouteLoaderData } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { installTransport, type WireRequest } from '../../client/api/api.ts';
import { ListForm } from './ListForm.tsx';
import type { List } from './queries.ts';

let sent: WireRequest[];
let counted: unknown[];
/** How many of the next lists are refused. */
let refused: number;

beforeEach(() => {
  sent = [];
  counted = [];
  refused = 0;
  installTransport(async (request) => {
    const reply = (data: unknown) => ({ status: 200, body: { success: true, data } });
    if (request.path === '/lists/count') {
      counted.push(JSON.parse(request.body ?? ''));
      return reply({ count: 7, complete: true, fewerThan: null });
    }
    if (request.method === 'GET') return reply([]);
    sent.push(request);
    if (refused === 0) return reply({});
    refused -= 1;
    return { status: 500, body: { success: false, errors: [] } };
  });
});

const show = (list: List | null) => {
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '/lists',
      loader: () => ({ user: null }),
      HydrateFallback: () => null,
      Component: () =>
        useRouteLoaderData('root') ? <ListForm list={list} onClose={() => {}} /> : null,
    },
  ]);
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <Stub initialEntries={['/lists']} />
    </QueryClientProvider>,
  );
};

const bodyOf = ({ body }: WireRequest): unknown => JSON.parse(body ?? '{}');

test('a list by rule needs a name and the parts of its rule, is counted, and is created once', async () => {
  const screen = await show(null);
  await screen.getByRole('combobox', { name: 'Quem entra' }).selectOptions('Quem deu mimo');
  const create = screen.getByRole('button', { name: 'Criar lista' });
  await create.click();
  await expect.element(screen.getByText('Dê um nome à lista.')).toBeVisible();
  await expect.element(screen.getByText('Digite um valor.')).toBeVisible();
  expect(sent).toEqual([]);

  await screen.getByRole('textbox', { name: 'Nome da lista' }).fill(' Apoiadores ');
  await screen.getByRole('textbox', { name: 'Soma dos mimos, no mínimo' }).fill('5000');
  await screen.getByRole('spinbutton', { name: 'Nos últimos dias' }).fill('60');
  await expect.element(screen.getByText('7 pessoas')).toBeVisible();
  const rule = { kind: 'tippers', amount: 5_000, days: 60 };
  await expect.poll(() => counted.at(-1)).toEqual({ include: [rule], exclude: [] });
  refused = 1;
  await create.click();
  await expect.poll(() => sent.length).toBe(1);
  await expect.element(create).toBeEnabled();
  await create.click();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent.map(bodyOf)).toEqual([
    { name: 'Apoiadores', rule },
    { name: 'Apoiadores', rule },
  ]);
  expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
});

test('a list by hand is created without a rule', async () => {
  const screen = await show(null);
  // The radio button itself is hidden in its card.
  screen
    .getByRole('radio', { name: /^À mão/ })
    .element()
    .closest('label')
    ?.click();
  await screen.getByRole('textbox', { name: 'Nome da lista' }).fill('Clube');
  await screen.getByRole('button', { name: 'Criar lista' }).click();
  await expect.poll(() => sent.map(bodyOf)).toEqual([{ name: 'Clube', rule: null }]);
});

test('a list that is changed shows its name and rule, and keeps the way it is filled', async () => {
  const list = {
    id: 'l1',
    name: 'Sul',
    rule: { kind: 'place', country: 'PT' },
    members: null,
    createdAt: '2026-01-01T12:00:00.000Z',
  } as List;
  const screen = await show(list);
  expect(screen.getByRole('radio').query()).toBeNull();
  await screen.getByRole('combobox', { name: 'Quem entra' }).selectOptions('Ex-assinantes');
  await screen.getByRole('button', { name: 'Salvar' }).click();
  await expect
    .poll(() => sent.map((one) => `${one.method} ${one.path} ${one.body}`))
    .toEqual(['PUT /lists/l1 {"name":"Sul","rule":{"kind":"expired"}}']);
});
