// The calls that wait for a producer, before a show and during one: each is answered or declined
// from the list.
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { installTransport } from '../../../client/api/api.ts';
import { installNavigation } from '../../../client/navigation.ts';
import { makeQueryClient } from '../../../client/query-client.ts';
import { m } from '../../../paraglide/messages.js';
import { realtime } from '../realtime.ts';
import { CallQueue, WaitingCalls } from './CallQueue.tsx';

const call = (name: string, type: '2' | '3', balance: number) => ({
  id: `c-${name}`,
  type,
  balance,
  profile: { id: name.toLowerCase(), exibitionName: name, profileImage: null },
});

let calls: ReturnType<typeof call>[];
let declined: string[];
/** What a decline is answered. */
let status: number;
beforeEach(() => {
  calls = [call('Malu', '3', 5_000), call('Beto', '2', 0)];
  declined = [];
  status = 200;
  installTransport(async ({ method, path }) => {
    if (method === 'GET') return { status: 200, body: { success: true, data: calls } };
    declined.push(path);
    calls = calls.filter(({ id }) => !path.includes(id));
    return { status, body: { success: status === 200, data: null, code: 'call.notFound' } };
  });
});

const show = async (Part: typeof CallQueue) => {
  const client = makeQueryClient();
  const router = createMemoryRouter([{ path: '*', element: <Part /> }]);
  installNavigation((to) => void router.navigate(to as string));
  const screen = await render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { screen, router, events: realtime(client) };
};
const rows = (screen: Awaited<ReturnType<typeof show>>['screen']) =>
  screen
    .getByRole('listitem')
    .elements()
    .map((row) => row.querySelector('b')?.parentElement?.textContent.replaceAll('\u{a0}', ' '));

test.each([
  ['before a show', WaitingCalls],
  ['during a show', CallQueue],
])('a call of the list %s is declined, and the others wait on', async (_, Part) => {
  const { screen } = await show(Part);
  await expect
    .poll(() => rows(screen))
    .toEqual([`Malu${m.past_private()} · Pode gastar até R$ 50,00`, `Beto${m.past_party()}`]);
  await screen.getByRole('button', { name: m.call_decline() }).nth(0).click();
  await expect.poll(() => rows(screen)).toEqual([`Beto${m.past_party()}`]);
  expect(declined).toEqual(['/lives/calls/c-Malu/decline']);
});

test.each([
  ['a private show', 0, '/live?callForChat=malu&chatType=3'],
  ['an open show', 1, '/live?callForChat=beto&chatType=2'],
] as const)('accepting a call to %s leads to its preparation', async (_, at, address) => {
  const { screen, router } = await show(CallQueue);
  await screen.getByRole('button', { name: m.call_accept() }).nth(at).click();
  await expect
    .poll(() => router.state.location.pathname + router.state.location.search)
    .toBe(address);
  expect(declined).toEqual([]);
});

test('a call that its caller has taken back leaves the list when it is declined', async () => {
  status = 404;
  const { screen, router } = await show(CallQueue);
  await screen.getByRole('button', { name: m.call_decline() }).nth(1).click();
  await expect.poll(() => rows(screen)).toHaveLength(1);
  expect(router.state.location.pathname).toBe('/');
});

test('a call that comes and one that is taken back change the list at once', async () => {
  calls = [];
  const { screen, events } = await show(CallQueue);
  await expect.element(screen.getByText(m.call_queue_none())).toBeVisible();
  calls = [call('Ana', '3', 0)];
  const data = {
    id: 'c-Ana',
    profileId: 'ana',
    domainName: 'ana',
    exibitionName: 'Ana',
    balance: 0,
    type: '3' as const,
  };
  events['call-for-chat']?.({ success: true, data: { ...data, action: 'call' } });
  await expect.poll(() => rows(screen)).toEqual([`Ana${m.past_private()}`]);
  calls = [];
  events['call-for-chat']?.({ success: true, data: { ...data, action: 'cancel' } });
  await expect.element(screen.getByText(m.call_queue_none())).toBeVisible();
});
