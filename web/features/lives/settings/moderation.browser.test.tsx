// A producer names moderators, and lifts bans and what holds in the show that is open.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoutesStub, useRouteLoaderData } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { installTransport } from '../../../client/api/api.ts';
import { m } from '../../../paraglide/messages.js';
import { Moderation } from './Moderation.tsx';

const person = (id: string, name: string) => ({
  id,
  domainName: name.toLowerCase(),
  exibitionName: name,
  profileImage: null,
  profileMediaThumbs: null,
  producer: false,
});
const restricted = (name: string, kind: string) => ({
  profileId: name,
  profile: person(name, name),
  kind,
  until: null,
  byId: 'iris',
  createdAt: '2026-01-15T12:00:00.000Z',
});

let moderators: ReturnType<typeof person>[];
let bans: ReturnType<typeof restricted>[];
let sent: string[];

const answers = (path: string): unknown => {
  if (path === '/lives/room/moderators') return moderators;
  if (path.startsWith('/lives/room/bans')) return bans;
  if (path === '/lives/irisveludo') return { id: 'l1', state: 'onAir' };
  if (path === '/lives/l1/restrictions')
    return [restricted('Davi', 'mute'), restricted('Beto', 'banForGood')];
  if (path.startsWith('/chats/contacts')) return [person('malu', 'Malu'), person('ana', 'Ana')];
  return [];
};

beforeEach(() => {
  moderators = [person('ana', 'Ana')];
  bans = [restricted('Beto', 'banForGood')];
  sent = [];
  installTransport(async ({ method, path }) => {
    if (method === 'GET')
      return { status: 200, body: { success: true, data: answers(path), cursor: null } };
    sent.push(`${method} ${path}`);
    if (method === 'PUT') moderators = [...moderators, person('malu', 'Malu')];
    if (path === '/lives/room/bans/Beto') bans = [];
    if (path === '/lives/room/moderators/ana') moderators = [];
    return { status: 200, body: { success: true, data: null } };
  });
});

const show = () => {
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '/',
      loader: () => ({ user: { profile: { id: 'iris', domainName: 'irisveludo' } } }),
      HydrateFallback: () => null,
      Component: () => (useRouteLoaderData('root') ? <Moderation /> : null),
    },
  ]);
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <Stub />
    </QueryClientProvider>,
  );
};

test('a moderator is found among followers and subscribers by name, once, and named', async () => {
  const page = await show();
  await page.getByLabelText('Buscar entre quem segue ou assina você').fill('a');
  // Ana, who follows, too, moderates already.
  await page.getByRole('button', { name: 'Nomear moderador(a): Malu' }).click();
  await expect.poll(() => sent).toEqual(['PUT /lives/room/moderators/malu']);
  await expect.element(page.getByRole('button', { name: 'Deixa de moderar: Malu' })).toBeVisible();
  expect(page.getByRole('button', { name: /^Nomear/ }).elements()).toEqual([]);
  await page.getByRole('button', { name: 'Deixa de moderar: Ana' }).click();
  await expect.poll(() => sent).toContain('DELETE /lives/room/moderators/ana');
});

test('a ban for good is lifted once for all shows, and a mute in the show that is open', async () => {
  const page = await show();
  const now = page.getByRole('region', { name: 'No show de agora' });
  await now.getByRole('button', { name: 'Liberar Davi' }).click();
  await expect.poll(() => sent).toEqual(['DELETE /lives/l1/restrictions/Davi?kind=mute']);
  expect(now.getByRole('button', { name: 'Liberar Beto' }).elements()).toEqual([]);
  await page.getByRole('button', { name: 'Liberar Beto' }).click();
  await expect.element(page.getByText('Ninguém está fora')).toBeVisible();
  expect(sent).toContain('DELETE /lives/room/bans/Beto');
});

test('the moderation of shows names the refused words and hidden places, which hold there', async () => {
  const page = await show();
  const inherited = page.getByRole('region', { name: m.moderation_inherited() });
  await expect
    .element(inherited.getByRole('link', { name: m.chat_blocked_words() }))
    .toHaveAttribute('href', '/options');
  await expect
    .element(inherited.getByRole('link', { name: m.menu_geoblocking() }))
    .toHaveAttribute('href', '/settings/geoblocking');
});
