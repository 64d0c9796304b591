// The fan beside the conversation: what a producer sees of them, and changing the lists they are
// in.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoutesStub, useRouteLoaderData } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { installTransport } from '../../../client/api/api.ts';
import type { ConversationView } from '../queries.ts';
import { FanPanel } from './FanPanel.tsx';

const PROFILE = {
  id: 'p1',
  exibitionName: 'Malu',
  domainName: 'malu',
} as ConversationView['profile'];
const FAN = {
  profileId: 'p1',
  followsSince: '2026-01-05T12:00:00.000Z',
  subscription: {
    since: '2026-01-06T12:00:00.000Z',
    until: '2026-12-06T12:00:00.000Z',
    active: true,
    renews: true,
  },
  spent: { total: 4_500, kinds: [{ kind: 'tip', amount: 4_500, count: 3 }] },
  purchases: [{ kind: 'tip', amount: 1_500, at: '2026-11-01T12:00:00.000Z' }],
  lastSeenAt: '2026-11-20T12:00:00.000Z',
  note: 'Gosta de retratos.',
  lists: [{ id: 'l1', name: 'Clube' }],
};
const LISTS = [
  { id: 'l1', name: 'Clube', rule: null },
  { id: 'l2', name: 'Aniversariantes', rule: null },
  { id: 'l3', name: 'Por regra', rule: { kind: 'subscribers' } },
];

let changes: string[];
let fan: typeof FAN | Record<string, unknown>;
beforeEach(() => {
  changes = [];
  fan = FAN;
  installTransport(async ({ method, path, body }) => {
    if (method === 'PUT') changes.push(`${path} ${body}`);
    const data = path === '/lists' ? LISTS : path.endsWith('/fan') ? fan : null;
    return { status: 200, body: { success: true, data } };
  });
});

const show = () => {
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '/',
      loader: () => ({ user: null }),
      HydrateFallback: () => null,
      Component: () =>
        useRouteLoaderData('root') ? <FanPanel chatId="c1" profile={PROFILE} /> : null,
    },
  ]);
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <Stub />
    </QueryClientProvider>,
  );
};

test('the panel tells what the fan spent, their subscription, note and lists', async () => {
  const screen = await show();
  await expect.element(screen.getByText('R$ 45,00').first()).toBeVisible();
  await expect.element(screen.getByText('3 vezes')).toBeVisible();
  await expect.element(screen.getByText('Renova em 6 de dezembro de 2026')).toBeVisible();
  await expect.element(screen.getByText('R$ 15,00')).toBeVisible();
  await expect.element(screen.getByText('Gosta de retratos.')).toBeVisible();
  await expect.element(screen.getByText('Clube')).toBeVisible();
});

test('the panel says when a fan never bought and never subscribed', async () => {
  fan = {
    ...FAN,
    subscription: null,
    followsSince: null,
    spent: { total: 0, kinds: [] },
    purchases: [],
    note: null,
    lists: [],
  };
  const screen = await show();
  await expect.element(screen.getByText('Ainda não comprou nada de você.')).toBeVisible();
  await expect.element(screen.getByText('Nunca assinou')).toBeVisible();
  await expect.element(screen.getByText('Não segue você')).toBeVisible();
  await expect.element(screen.getByText('Em nenhuma lista sua.')).toBeVisible();
});

test('a fan is put into one list and taken out of another, and lists by rule are not offered', async () => {
  const screen = await show();
  await screen.getByRole('button', { name: 'Mudar listas' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Listas com Malu' });
  await expect.element(dialog.getByRole('checkbox', { name: 'Clube' })).toBeChecked();
  expect(dialog.getByRole('checkbox', { name: 'Por regra' }).query()).toBeNull();
  await dialog.getByRole('checkbox', { name: 'Clube' }).click();
  await dialog.getByRole('checkbox', { name: 'Aniversariantes' }).click();
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect
    .poll(() => changes.toSorted())
    .toEqual(['/lists/l1/members {"remove":["p1"]}', '/lists/l2/members {"add":["p1"]}']);
  await expect.element(dialog).not.toBeInTheDocument();
});
