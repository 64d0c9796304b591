// The bell and a notification on the screen.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoutesStub } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { NotificationBell } from './Bell.tsx';
import { notificationKeys } from './keys.ts';
import { NotificationRow } from './NotificationRow.tsx';
import type { Notification } from './queries.ts';

afterEach(() => {
  document.title = '';
});

const bell = (unread: number) => {
  const client = new QueryClient();
  client.setQueryData(notificationKeys.unread, { unread, flags: {} });
  const Stub = createRoutesStub([
    {
      path: '/',
      Component: () => (
        <QueryClientProvider client={client}>
          <NotificationBell />
        </QueryClientProvider>
      ),
    },
    { path: '/notifications', Component: () => <p>Lista</p> },
  ]);
  return { client, screen: render(<Stub initialEntries={['/']} />) };
};

test('the bell says how many notifications are unread, also in the title of whatever page is shown', async () => {
  document.title = 'Carteira · Camarim';
  const { client, screen } = bell(3);
  const link = (await screen).getByRole('link', { name: 'Notificações, não lidas: 3' });
  await expect.element(link).toHaveTextContent('3');
  await expect.poll(() => document.title).toBe('(3) Carteira · Camarim');
  document.title = 'Explorar · Camarim';
  await expect.poll(() => document.title).toBe('(3) Explorar · Camarim');
  client.setQueryData(notificationKeys.unread, { unread: 0, flags: {} });
  await expect
    .element((await screen).getByRole('link', { name: 'Notificações', exact: true }))
    .toBeVisible();
  await expect.poll(() => document.title).toBe('Explorar · Camarim');
});

const NOTIFICATION = {
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  type: 'tip',
  group: 'sales',
  message: 'Davi enviou um mimo de R$ 10,00 para você.',
  from: null,
  postId: null,
  post: null,
  amount: 1_000,
  text: 'Amei!',
  link: '/earnings',
  read: false,
  createdAt: '2026-03-10T12:00:00.000Z',
} as unknown as Notification;

const row = (...all: [Notification, ...Notification[]]) => {
  const read: string[] = [];
  const Stub = createRoutesStub([
    {
      path: '/',
      Component: () => (
        <NotificationRow acts={{ newest: all[0], all }} onRead={(ids) => read.push(...ids)} />
      ),
    },
    { path: '/earnings', Component: () => <p>Ganhos</p> },
  ]);
  return { read, screen: render(<Stub initialEntries={['/']} />) };
};

test('opening a notification leads to what happened and marks it as read', async () => {
  const { read, screen } = row(NOTIFICATION);
  await (await screen).getByRole('link').click();
  await expect.element((await screen).getByText('Ganhos')).toBeVisible();
  expect(read).toEqual([NOTIFICATION.id]);
});

test('a notification is marked as read in its place', async () => {
  const { read, screen } = row(NOTIFICATION);
  await (await screen).getByRole('button', { name: 'Marcar como lida' }).click();
  expect(read).toEqual([NOTIFICATION.id]);
  await expect.element((await screen).getByText('Amei!')).toBeVisible();
});

test('a read notification offers no mark, and without a page to show it is no link', async () => {
  const { screen } = row({ ...NOTIFICATION, read: true, link: null });
  await expect.element((await screen).getByText(NOTIFICATION.message)).toBeVisible();
  for (const role of ['button', 'link'] as const)
    expect((await screen).getByRole(role).elements()).toEqual([]);
});

test('several likes of a post name who liked which post, and are marked as read together', async () => {
  const like = (id: string, name: string, read: boolean) =>
    ({
      ...NOTIFICATION,
      id,
      type: 'like',
      group: 'audience',
      text: null,
      read,
      from: { id: name, exibitionName: name },
      post: { text: 'Terça de ensaio', thumb: null },
      message: `${name} curtiu seu post.`,
    }) as unknown as Notification;
  const { read, screen } = row(
    like('1', 'Malu', false),
    like('2', 'Beto', true),
    like('3', 'Lia', false),
  );
  await expect
    .element((await screen).getByText(/Malu, Beto e mais 1 pessoa curtiram seu post\./))
    .toBeVisible();
  await expect.element((await screen).getByText('Terça de ensaio')).toBeVisible();
  await (await screen).getByRole('button', { name: 'Marcar como lida' }).click();
  expect(read).toEqual(['1', '3']);
});
