// Whom a person follows and who follows them: the address chooses the list, a search narrows it.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { watchFailures } from '../../../client/failures.ts';
import { m } from '../../../paraglide/messages.js';
import { PersonFollows } from './PersonFollows.tsx';
import type { PersonDetail } from './queries.ts';

const follow = (name: string) => ({
  id: name,
  domainName: name,
  exibitionName: name,
  followedAt: '2026-01-05T12:00:00.000Z',
});

let asked: string[];
beforeEach(() => {
  asked = [];
  watchFailures();
  // Only the network's edge is replaced.
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    const found = path.includes('/followers') ? [follow('caio')] : [follow('iris')];
    const data = path.includes('search=nada') ? [] : found;
    return Response.json({ success: true, data, cursor: null });
  });
});
afterEach(() => vi.unstubAllGlobals());

const show = (address: string) => {
  const counts = { following: 3, followers: 1_200 } as PersonDetail['counts'];
  const element = (
    <QueryClientProvider client={new QueryClient()}>
      <PersonFollows userId={'u1' as never} counts={counts} />
    </QueryClientProvider>
  );
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [address] });
  return render(<RouterProvider router={router} />);
};

test('the address chooses between whom a person follows and who follows them', async () => {
  const screen = await show('/dsb/users/u1?follows=followers');
  await expect.element(screen.getByRole('link', { name: /caio/ })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Seguidores 1,2 mil' })).toBeVisible();
  await screen.getByRole('link', { name: new RegExp(m.dsb_users_follows()) }).click();
  await expect.element(screen.getByRole('link', { name: /iris/ })).toBeVisible();
  expect(asked.map((path) => path.split('?')[0])).toEqual([
    '/api/dsb/user/u1/followers',
    '/api/dsb/user/u1/follows',
  ]);
});

test('a search without a result says so', async () => {
  const screen = await show('/dsb/users/u1?follows=follows');
  await screen.getByRole('searchbox', { name: m.dsb_users_follows_search() }).fill('nada');
  await expect.element(screen.getByText(m.dsb_users_follows_none())).toBeVisible();
});
