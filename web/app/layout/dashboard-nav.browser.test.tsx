// The sidebar of the dashboard: groups with headings, and how many cases wait on each page.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { User } from '../../client/session/session.ts';
import { openWorkQuery } from '../../features/todo/index.ts';
import DashboardNav from './DashboardNav.tsx';

const show = (staffRole: string) => {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Infinity, refetchOnMount: false, retry: false } },
  });
  client.setQueryData(openWorkQuery().queryKey, [
    { kind: 'helpTicket', waiting: 2, late: 0 },
    { kind: 'refundRequest', waiting: 1, late: 0 },
    { kind: 'report', waiting: 4, late: 1 },
  ]);
  const element = (
    <QueryClientProvider client={client}>
      <DashboardNav user={{ profile: {}, admin: true, staffRole } as User} />
    </QueryClientProvider>
  );
  return render(
    <RouterProvider
      router={createMemoryRouter([{ path: '*', element }], { initialEntries: ['/dsb/help'] })}
    />,
  );
};

test('the sidebar has its pages in groups, with the number of cases that wait on each', async () => {
  await page.viewport(1440, 900);
  const screen = await show('owner');
  await expect.element(screen.getByText('Trabalho', { exact: true })).toBeVisible();
  const headings = [...screen.container.querySelectorAll('p')].map(
    ({ textContent }) => textContent,
  );
  expect(headings).toEqual(['Trabalho', 'Pessoas', 'Conteúdo', 'Dinheiro', 'Regras e registro']);
  const name = (text: RegExp) => screen.getByRole('link', { name: text });
  await expect.element(name(/^A fazer aguardando: 7$/)).toBeVisible();
  await expect.element(name(/^Pedidos de ajuda aguardando: 3$/)).toBeVisible();
  await expect.element(name(/^Denúncias aguardando: 4$/)).toBeVisible();
  await expect.element(name(/^Dívidas$/)).toBeVisible();
});

test('a group without a page for the role is left out', async () => {
  await page.viewport(1440, 900);
  const screen = await show('finance');
  await expect.element(screen.getByText('Dinheiro', { exact: true })).toBeVisible();
  expect(screen.getByText('Conteúdo', { exact: true }).query()).toBeNull();
});
