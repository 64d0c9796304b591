// The goal over the picture of a show: its progress, and that it was reached.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoutesStub, useRouteLoaderData } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { installTransport } from '../../client/api/api.ts';
import { m } from '../../paraglide/messages.js';
import { GoalBar } from './GoalBar.tsx';
import { goalsKey } from './keys.ts';
import type { Goal } from './queries.ts';
import { realtime } from './realtime.ts';

const goal = (id: string, balance: number): Goal =>
  ({
    id,
    profileId: 'iris',
    title: `Meta ${id}`,
    value: 1_000,
    balance,
    reachedAt: balance >= 1_000 ? '2026-01-01T12:00:00.000Z' : null,
  }) as unknown as Goal;

let stored: Goal[];
let client: QueryClient;
beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  installTransport(async () => ({ status: 200, body: { success: true, data: stored } }));
});

const show = (goals: Goal[]) => {
  stored = goals;
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '/',
      loader: () => ({ user: null }),
      HydrateFallback: () => null,
      Component: () => (useRouteLoaderData('root') ? <GoalBar profileId="iris" /> : null),
    },
  ]);
  return render(
    <QueryClientProvider client={client}>
      <Stub />
    </QueryClientProvider>,
  );
};
const advance = (goalId: string, balance: number) =>
  realtime(client).goals?.({
    event: 'goals',
    data: { profileId: 'iris', goalId, balance, value: 1_000 },
  } as never);
const valueOf = (bar: Element) => (bar as HTMLProgressElement).value;

test('the first goal that is not reached is shown with how far it has come', async () => {
  const page = await show([goal('a', 1_000), goal('b', 250), goal('c', 0)]);
  const bar = page.getByRole('progressbar', { name: m.goals_of_show({ title: 'Meta b' }) });
  await expect.element(bar).toBeVisible();
  expect(valueOf(bar.element())).toBe(250);
  await expect.element(page.getByText(/R\$\s2,50 de R\$\s10,00/)).toBeVisible();
  await expect.element(page.getByRole('status')).toHaveTextContent('');
  advance('b', 400);
  await expect.poll(() => valueOf(bar.element())).toBe(400);
});

test('a goal that is reached during the show is announced, and stays on screen for a while', async () => {
  const page = await show([goal('a', 900), goal('b', 0)]);
  await expect.element(page.getByText('Meta a')).toBeVisible();
  advance('a', 1_200);
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent(m.goals_reached_named({ title: 'Meta a' }));
  await expect.element(page.getByText(m.goals_reached(), { exact: true })).toBeVisible();
  const bar = page.getByRole('progressbar', { name: m.goals_of_show({ title: 'Meta a' }) });
  expect(valueOf(bar.element()), 'no more than the goal').toBe(1_000);
});

test('a goal that was reached before is shown as reached, and not announced', async () => {
  const page = await show([goal('a', 1_000)]);
  await expect.element(page.getByText(m.goals_reached(), { exact: true })).toBeVisible();
  await expect.element(page.getByRole('status')).toHaveTextContent('');
});

test('a show without goals has no bar', async () => {
  const page = await show([]);
  await expect.poll(() => client.getQueryData(goalsKey('iris'))).toEqual([]);
  expect(page.getByRole('progressbar').elements()).toHaveLength(0);
});
