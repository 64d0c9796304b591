// What stands in the place of a show that has ended, for who follows its producer and who does not.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoutesStub, useRouteLoaderData } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { installTransport } from '../../../client/api/api.ts';
import { m } from '../../../paraglide/messages.js';
import type { Profile } from '../../profiles/index.ts';
import { EndedCard } from './cards.tsx';

let sent: string[];
beforeEach(() => {
  sent = [];
  installTransport(async ({ method, path }) => {
    sent.push(`${method} ${path}`);
    return { status: 200, body: { success: true, data: { follower: true, totalFollowers: 1 } } };
  });
});

const show = (follower: boolean) => {
  const profile = {
    id: 'iris',
    domainName: 'irisveludo',
    exibitionName: 'Íris Veludo',
    follower,
  } as unknown as Profile;
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '/',
      loader: () => ({ user: { profile: { id: 'malu' } } }),
      HydrateFallback: () => null,
      Component: () => (useRouteLoaderData('root') ? <EndedCard profile={profile} /> : null),
    },
  ]);
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <Stub />
    </QueryClientProvider>,
  );
};

test('a show that has ended offers to follow its producer', async () => {
  const page = await show(false);
  await page.getByRole('button', { name: m.profile_follow(), exact: true }).click();
  await expect.poll(() => sent.filter((line) => line.startsWith('POST'))).toHaveLength(1);
  await expect
    .element(page.getByRole('link', { name: m.live_to_profile({ name: 'Íris Veludo' }) }))
    .toBeVisible();
});

test('a show that has ended offers nothing more to who follows its producer', async () => {
  const page = await show(true);
  await expect
    .element(page.getByRole('heading', { name: m.live_ended_title({ name: 'Íris Veludo' }) }))
    .toBeVisible();
  expect(page.getByRole('button').elements()).toHaveLength(0);
});
