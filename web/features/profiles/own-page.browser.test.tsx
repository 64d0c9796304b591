// The own page leads to editing it and, for producers, to a new post; the pages of others do not.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoutesStub, useRouteLoaderData } from 'react-router';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import type { User } from '../../client/session/session.ts';
import { ProfileActions } from './ProfileActions.tsx';
import type { Profile } from './queries.ts';

const PROFILE = {
  id: 'p1',
  domainName: 'bia',
  exibitionName: 'Bia',
  producer: true,
  follower: false,
  profileLiked: false,
  totalProfileLikes: 3,
} as Profile;

const showTo = (id: string, profile = PROFILE) => {
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '/bia',
      loader: () => ({ user: { profile: { id, producer: true } } as User }),
      HydrateFallback: () => null,
      Component: () => (useRouteLoaderData('root') ? <ProfileActions profile={profile} /> : null),
    },
  ]);
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <Stub initialEntries={['/bia']} />
    </QueryClientProvider>,
  );
};

test('the own page leads to editing it and to a new post', async () => {
  const screen = await showTo('p1');
  await expect
    .element(screen.getByRole('link', { name: 'Editar perfil' }))
    .toHaveAttribute('href', '/settings/edit-profile');
  await expect
    .element(screen.getByRole('link', { name: 'Novo post' }))
    .toHaveAttribute('href', '/posts#new');
});

test('the own page of a fan leads to editing it only', async () => {
  const screen = await showTo('p1', { ...PROFILE, producer: false });
  await expect.element(screen.getByRole('link', { name: 'Editar perfil' })).toBeVisible();
  expect(screen.getByRole('link').elements()).toHaveLength(1);
});

test('the page of another producer offers to follow, to tip and to write, and nothing to edit', async () => {
  const screen = await showTo('p2');
  await expect.element(screen.getByRole('button', { name: 'Seguir' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Mimo' })).toBeVisible();
  const links = [...screen.container.querySelectorAll('a')];
  expect(links.map(({ textContent }) => textContent.trim())).toEqual(['Mensagem']);
});
